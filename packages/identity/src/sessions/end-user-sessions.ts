import type { UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';

/** Ends every open session of a user; their screens hear of it after the commit. Returns how many ended. */
export async function endUserSessions(
  tx: Transaction,
  { machineClock, events }: Pick<IdentityDeps, 'machineClock' | 'events'>,
  userId: UserId,
): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set({ endedAt: machineClock.now() })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  tx.onCommit(() => events.emit(userId, 'session.ended'));
  return Number(ended.numUpdatedRows);
}
