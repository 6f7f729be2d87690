import { DAY_MS, USER_CURRENCIES, utcDayStart } from '@glasspool/core';
import { getPosition } from '@glasspool/ledger';
import { getPoolFigures } from '@glasspool/pool/reserve';
import { findAwaitingSnapshot } from '@glasspool/pool/withdrawals';
import { ByteWriter, hmacSha256, sha256 } from '@glasspool/proof';
import type { SolvencyDeps } from './deps.ts';
import { findNewestSnapshot, type Snapshot } from './list-snapshots.ts';
import { type SnapshotReason, SnapshotTakenError, takeSnapshot } from './take-snapshot.ts';

const WEEK_MS = 7 * DAY_MS;
/** A reward run that pays more than the principal divided by this, one hundredth, is followed by a snapshot. */
const LARGE_RUN_DIVISOR = 100n;
const FRACTION_BITS = 32;

type Deps = Parameters<typeof takeSnapshot>[0] & Pick<SolvencyDeps, 'machineClock'>;

/**
 * Takes a snapshot when one is due (docs/proof-of-solvency.md): daily at 00:00 UTC, after every large reward run, before a large hot wallet
 * withdrawal leaves, and once a week at an hour that no one can predict. Returns its number, or undefined.
 */
export async function takeDueSnapshot(deps: Deps): Promise<number | undefined> {
  const newest = await findNewestSnapshot(deps.db.read);
  const reason = await findReason(deps, newest);
  if (reason === undefined) return undefined;
  try {
    return await takeSnapshot(deps, reason);
  } catch (error) {
    // The other snapshot serves as well, or the next turn of this worker finds the reason that is still due.
    if (error instanceof SnapshotTakenError) return undefined;
    throw error;
  }
}

async function findReason(deps: Deps, newest: Snapshot | undefined): Promise<SnapshotReason | undefined> {
  const now = deps.clock.now();
  if ((await findAwaitingSnapshot(deps.db.read)).size > 0) return 'operator';
  if (newest === undefined) return (await isAnythingOwed(deps)) ? 'daily' : undefined;
  if (newest.cutOffAt < utcDayStart(now)) return 'daily';
  if (await wasLargeRun(deps, newest)) return 'rewards';
  const surprise = unannouncedAt(deps, now);
  return newest.cutOffAt < surprise && surprise <= now ? 'unannounced' : undefined;
}

async function isAnythingOwed({ db }: Deps): Promise<boolean> {
  for (const currency of USER_CURRENCIES)
    if ((await getPosition(db.read, currency)).owedToUsersMicro > 0n) return true;
  return false;
}

async function wasLargeRun(deps: Deps, { cutOffAt }: Snapshot): Promise<boolean> {
  const { currencies } = await getPoolFigures(deps);
  for (const currency of USER_CURRENCIES) {
    const run = await deps.db.read
      .selectFrom('rewardRun')
      .select(['paidMicro', 'referralPaidMicro'])
      .where('currency', '=', currency)
      .where('runAt', '>', cutOffAt)
      .orderBy('paidMicro', 'desc')
      .limit(1)
      .executeTakeFirst();
    const invested = currencies.find((one) => one.currency === currency)?.investedMicro ?? 0n;
    if (run !== undefined && run.paidMicro + run.referralPaidMicro > invested / LARGE_RUN_DIVISOR)
      return true;
  }
  return false;
}

/** Time of this week's unannounced snapshot. It is secret until then, and the same after a restart. */
function unannouncedAt({ nonceKey }: Deps, now: number): number {
  const week = Math.floor(now / WEEK_MS);
  const digest = hmacSha256(sha256, nonceKey, new ByteWriter().str('glasspool/unannounced').u64(week).done());
  const fraction = new DataView(digest.buffer, digest.byteOffset).getUint32(0) / 2 ** FRACTION_BITS;
  return week * WEEK_MS + Math.floor(fraction * WEEK_MS);
}
