import { type Currency, createId, HOUR_MS, USER_CURRENCIES } from '@glasspool/core';
import { rewardReserve, transfers } from '@glasspool/core/books';
import { getPosition, lockBalances, postNew } from '@glasspool/ledger';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { findTermsAt, getCurrentTerms, hasRunningInvestments } from '../investments/index.ts';

/** After newer terms are in force for so long, no transaction that began under the older ones is still open. */
const SETTLED_AFTER_MS = HOUR_MS;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'random'>;

/**
 * Moves what is left in the reserve of a version of the terms to the version in force, once the version accepts no new investments and
 * its last one has matured: a published transfer of its own kind (docs/books.md). Returns how many reserves were moved.
 */
export async function rollOverReserves(deps: Deps): Promise<number> {
  let moved = 0;
  for (const currency of USER_CURRENCIES) {
    const { reserves } = await getPosition(deps.db.read, currency);
    for (const { termsVersion, amountMicro } of reserves)
      if (amountMicro > 0n && (await rollOver(deps, currency, termsVersion))) moved += 1;
  }
  return moved;
}

async function rollOver(deps: Deps, currency: Currency, from: number): Promise<boolean> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const settled = await findTermsAt(tx, now - SETTLED_AFTER_MS);
    if (settled === undefined || settled.version <= from) return false;
    const { version: to } = await getCurrentTerms(tx, now);
    if (await hasRunningInvestments(tx, { termsVersion: from, currency })) return false;
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
    await postNew(tx, transfers.rollOverReserve({ id, from, to, currency, amountMicro }), now);
    return true;
  });
}
