import { type Currency, createId, HOUR_MS, USER_CURRENCIES } from '@glasspool/core';
import { rewardReserve, transfers } from '@glasspool/core/books';
import type { Queryable } from '@glasspool/db';
import { getPosition, lockBalances, postNew } from '@glasspool/ledger';
import { sql } from 'kysely';
import { mustWaitForClock } from '../clock-guard/index.ts';
import type { PoolDeps } from '../deps.ts';
import { findTermsAt, getCurrentTerms, hasRunningInvestments, readLastRunAt } from '../investments/index.ts';

/** After newer terms are in force for so long, no transaction that began under the older ones is still open. */
const SETTLED_AFTER_MS = HOUR_MS;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'random' | 'chains'>;

/**
 * Moves what is left in the reserve of a version of the terms to the version in force, once the version accepts no new investments and
 * its last one has matured: a published transfer of its own kind (docs/books.md). Waits while the clock and the chains disagree. Returns how many
 * reserves were moved.
 */
export async function rollOverReserves(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const over: { currency: Currency; termsVersion: number }[] = [];
  for (const currency of USER_CURRENCIES) {
    const { reserves } = await getPosition(deps.db.read, currency);
    for (const { termsVersion, amountMicro } of reserves)
      if (amountMicro > 0n && (await isOver(deps.db.read, { currency, termsVersion, now })))
        over.push({ currency, termsVersion });
  }
  if (over.length === 0 || (await mustWaitForClock(deps, now))) return 0;
  let moved = 0;
  for (const { currency, termsVersion } of over)
    if (await rollOver(deps, { currency, from: termsVersion, now })) moved += 1;
  return moved;
}

/** Returns true when newer terms are in force for good, and nothing is rewarded under these any more. */
async function isOver(
  db: Queryable,
  { currency, termsVersion, now }: { currency: Currency; termsVersion: number; now: number },
): Promise<boolean> {
  const settled = await findTermsAt(db, now - SETTLED_AFTER_MS);
  if (settled === undefined || settled.version <= termsVersion) return false;
  return !(await hasRunningInvestments(db, { termsVersion, currency }));
}

async function rollOver(
  deps: Deps,
  { currency, from, now }: { currency: Currency; from: number; now: number },
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    if (!(await isOver(tx, { currency, termsVersion: from, now }))) return false;
    const { version: to } = await getCurrentTerms(tx, now);
    const run = await tx
      .selectFrom('rewardRun')
      .select('id')
      .where('currency', '=', currency)
      .where('termsVersion', '=', from)
      .where(sql<boolean>`state <> 'closed'`)
      .executeTakeFirst();
    if (run !== undefined) return false;
    const [amountMicro = 0n] = await lockBalances(tx, [
      rewardReserve(from, currency),
      rewardReserve(to, currency),
    ]);
    if (amountMicro === 0n) return false;
    const id = createId('rollover', deps);
    const at = Math.max(now, await readLastRunAt(tx, currency));
    await postNew(tx, transfers.rollOverReserve({ id, from, to, currency, amountMicro }), at);
    return true;
  });
}
