import { HOUR_MS, MINUTE_MS } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

const BATCH = 20;

/**
 * Sends what waits in the outbox. A message whose sending fails is tried again, later each time, for good.
 * The reasons are thrown together at the end, for the log. A crash after sending and before noting it sends the message twice: for mail that is the lesser evil.
 */
export async function sendMail(
  deps: Pick<PoolDeps, 'db' | 'machineClock' | 'mail' | 'settings'>,
): Promise<number> {
  const waiting = await deps.db.read
    .selectFrom('mail')
    .selectAll()
    .where('sentAt', 'is', null)
    .where('nextTryAt', '<=', deps.machineClock.now())
    .orderBy('nextTryAt')
    .limit(BATCH)
    .execute();
  let sent = 0;
  const failures: unknown[] = [];
  for (const { id, recipient, subject, text, html, tries } of waiting) {
    const message = { recipient, subject, text: text ?? '', html: html ?? '' };
    const isSent = await deps.mail.send(message).then(
      () => true,
      (error: unknown) => {
        failures.push(error);
        return false;
      },
    );
    const now = deps.machineClock.now();
    await deps.db.transaction(async (tx) => {
      const outcome = isSent
        ? { sentAt: now, text: null, html: null }
        : { tries: tries + 1, nextTryAt: now + Math.min(HOUR_MS, MINUTE_MS * 2 ** tries) };
      await tx.updateTable('mail').set(outcome).where('id', '=', id).execute();
      if (!isSent || !deps.settings.keepsMailbox) return;
      await tx
        .insertInto('mailboxMessage')
        .values({ id, ...message, createdAt: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    });
    if (isSent) sent += 1;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} messages could not be sent.`);
  return sent;
}
