import { HOUR_MS, SECOND_MS, type UserId } from '@glasspool/core';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import type { WebhookDeps } from './deps.ts';

/** A turn that a process began and did not end is another's after this: longer than ten posts that each take all their time. */
const TURN_MS = 3 * 60 * SECOND_MS;
const PAUSE_FIRST_MS = 10 * SECOND_MS;
const PAUSE_MAX_MS = HOUR_MS;

/** `prompt`: users whose servers answered promptly the last time, or were never asked; `late`: the others, who wait among themselves. */
export type Lane = 'prompt' | 'late';

/** Lets a user have a turn now, unless they wait for one already. */
export async function queueUser(
  tx: Transaction,
  { userId, now }: { userId: UserId; now: number },
): Promise<void> {
  await tx
    .insertInto('webhookQueue')
    .values({ userId, nextTurnAt: now })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ nextTurnAt: now }).where('webhookQueue.nextTurnAt', 'is', null),
    )
    .execute();
}

/** Takes the turns that are due, those due longest first, so that no other process has them too. */
export async function takeTurns(
  { db, machineClock }: Pick<WebhookDeps, 'db' | 'machineClock'>,
  { lane, limit }: { lane: Lane; limit: number },
): Promise<UserId[]> {
  const now = machineClock.now();
  const selectDue = (handle: Queryable) =>
    handle
      .selectFrom('webhookQueue')
      .select('userId')
      .where('nextTurnAt', '<=', now)
      // Written out, not a parameter: each lane has an index of its part.
      .where((eb) => eb('silences', lane === 'prompt' ? '=' : '>', eb.lit(0)))
      .orderBy('nextTurnAt')
      .limit(limit);
  // Mostly nothing is due, which takes no transaction to see.
  if ((await selectDue(db.read).executeTakeFirst()) === undefined) return [];
  return db.transaction(async (tx) => {
    const userIds = (await lockRows(tx, selectDue(tx)).execute()).map(({ userId }) => userId);
    if (userIds.length === 0) return [];
    await tx
      .updateTable('webhookQueue')
      .set({ nextTurnAt: now + TURN_MS })
      .where('userId', 'in', userIds)
      .execute();
    return userIds;
  });
}

/** Ends a turn: the next one is now, after a pause that grows with each turn without a prompt answer, or when an event is tried again. */
export async function endTurn(
  { db, machineClock }: Pick<WebhookDeps, 'db' | 'machineClock'>,
  { userId, isPrompt }: { userId: UserId; isPrompt: boolean },
): Promise<void> {
  const now = machineClock.now();
  await db.transaction(async (tx) => {
    const query = tx.selectFrom('webhookQueue').select('silences').where('userId', '=', userId);
    const { silences: before } = await lockRows(tx, query).executeTakeFirstOrThrow();
    const silences = isPrompt ? 0 : before + 1;
    const next = await findNext(tx, userId);
    const earliest = isPrompt
      ? now
      : now + Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** Math.min(before, 16));
    const nextTurnAt = next === undefined ? null : Math.max(earliest, next.nextTryAt);
    await tx.updateTable('webhookQueue').set({ silences, nextTurnAt }).where('userId', '=', userId).execute();
  });
}

/** The event of a user that is tried next. Asked for each of the few webhooks: its index has them in this order. */
export async function findNext(db: Queryable, userId: UserId) {
  const webhooks = await db
    .selectFrom('webhook')
    .select('id')
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .execute();
  const firsts = await Promise.all(
    webhooks.map(({ id }) =>
      db
        .selectFrom('webhookDelivery')
        .select(['id', 'tries', 'nextTryAt'])
        .where('webhookId', '=', id)
        .where('nextTryAt', 'is not', null)
        .orderBy('nextTryAt')
        .orderBy('id')
        .limit(1)
        .$narrowType<{ nextTryAt: number }>()
        .executeTakeFirst(),
    ),
  );
  return firsts.filter((one) => one !== undefined).sort((left, right) => left.nextTryAt - right.nextTryAt)[0];
}
