import { MINUTE_MS, PoolError, SECOND_MS, type UserId } from '@glasspool/core';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { withTwoFactor } from '@glasspool/identity/two-factor';
import type { SolvencyDeps } from './deps.ts';
import { findNewestSnapshot } from './list-snapshots.ts';
import { SnapshotTakenError, SnapshotWaitsError, takeSnapshot } from './take-snapshot.ts';

/** Minimum time between two snapshots, because each one costs an anchor on chain. */
const REQUEST_EVERY_MS = MINUTE_MS;

/**
 * Takes a snapshot now, at the request of an admin. Requires a two-factor code, because each snapshot costs an anchor.
 *
 * @throws PoolError SNAPSHOT_TOO_SOON within a minute of the last one, or when another was taken meanwhile; SNAPSHOT_WAITS while a node or
 *   the books are behind, or the clock is wrong; TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function requestSnapshot(
  deps: Parameters<typeof takeSnapshot>[0] &
    Pick<SolvencyDeps, 'machineClock' | 'twoFactorKey' | 'passwords' | 'otpKey'>,
  { totp, ...request }: { adminId: UserId; origin: CallOrigin; totp?: string | undefined },
): Promise<number> {
  const newest = await findNewestSnapshot(deps.db.read);
  const waitMs = newest === undefined ? 0 : newest.createdAt + REQUEST_EVERY_MS - deps.clock.now();
  if (waitMs > 0) throw new PoolError('SNAPSHOT_TOO_SOON', { seconds: Math.ceil(waitMs / SECOND_MS) });
  try {
    return await withTwoFactor(deps, { userId: request.adminId, code: totp }, (assertTwoFactor) =>
      takeSnapshot(deps, 'requested', async (tx, number) => {
        await assertTwoFactor(tx);
        await recordAdminAction(tx, deps, {
          ...request,
          action: 'snapshot.request',
          subject: `snapshot/${number}`,
          before: {},
          after: { number },
        });
      }),
    );
  } catch (error) {
    if (error instanceof SnapshotTakenError)
      throw new PoolError('SNAPSHOT_TOO_SOON', { seconds: REQUEST_EVERY_MS / SECOND_MS });
    if (error instanceof SnapshotWaitsError) throw new PoolError('SNAPSHOT_WAITS');
    throw error;
  }
}
