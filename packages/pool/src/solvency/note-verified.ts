import { PoolError, type UserId } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/**
 * Notes that a user checked their part of a snapshot and found it right. How many did is published, who is not.
 *
 * @throws PoolError NOT_FOUND when the snapshot has nothing of theirs
 */
export async function noteVerified(
  { db, clock }: Pick<PoolDeps, 'db' | 'clock'>,
  { userId, snapshotNumber }: { userId: UserId; snapshotNumber: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const receipt = await tx
      .selectFrom('snapshotReceipt')
      .select('userId')
      .where('snapshotNumber', '=', snapshotNumber)
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (receipt === undefined) throw new PoolError('NOT_FOUND');
    await tx
      .insertInto('snapshotCheck')
      .values({ snapshotNumber, userId, checkedAt: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
