import { PoolError, type UserId } from '@glasspool/core';
import type { SolvencyDeps } from './deps.ts';
import { getSnapshot } from './list-snapshots.ts';
import { findReceipt } from './receipts.ts';

/**
 * Records that a user verified their part of a snapshot. The number of such users is published, not their names.
 *
 * @throws PoolError NOT_FOUND when the snapshot has no receipt of the user
 */
export async function recordVerified(
  deps: Pick<SolvencyDeps, 'db' | 'clock' | 'snapshots'>,
  { userId, snapshotNumber }: { userId: UserId; snapshotNumber: number },
): Promise<void> {
  const snapshot = await getSnapshot(deps.db.read, snapshotNumber);
  const receipt = await findReceipt(deps, snapshot, userId);
  if (receipt === undefined) throw new PoolError('NOT_FOUND');
  await deps.db.transaction(async (tx) => {
    await tx
      .insertInto('snapshotCheck')
      .values({ snapshotNumber, userId, checkedAt: deps.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
