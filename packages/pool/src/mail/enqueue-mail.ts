import { type Clock, createId, type Random } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { MailMessage } from '../deps.ts';

/** Puts a message into the outbox, in the transaction of what caused it. A worker sends it after the commit. */
export async function enqueueMail(
  tx: Transaction,
  deps: { clock: Clock; random: Random },
  message: MailMessage,
): Promise<void> {
  const now = deps.clock.now();
  await tx
    .insertInto('mail')
    .values({ id: createId('mail', deps), ...message, tries: 0, nextTryAt: now, createdAt: now, sentAt: null })
    .execute();
}
