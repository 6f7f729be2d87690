import type { Chain, ChainHead } from '@glasspool/chains';
import { MINUTE_MS, NETWORKS, type Network } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/** Beyond this, the host clock or a chain is wrong (docs/books.md). */
const SKEW_MAX_MS = 5 * MINUTE_MS;
const SETTING = 'clock.skew';

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains'>;

/**
 * Returns true when rewards, maturities and signing have to wait because the pool's clock and the time of a final block differ by more than
 * five minutes. Keeps the finding for the notices. A chain that only makes blocks when there is something in them may be behind, but
 * never ahead. While the final block is the first of its chain, whose time is a fixed one, there is nothing to compare with: work waits,
 * and no skew is found. `now`: the time that work is about to be decided by, where it was read before.
 */
export async function mustWaitForClock(deps: Deps, now = deps.clock.now()): Promise<boolean> {
  const found: string[] = [];
  let hasTime = true;
  for (const network of NETWORKS) {
    const skewMs = await readSkewMs(deps, network, now);
    if (skewMs === undefined) hasTime = false;
    else if (skewMs !== 0) found.push(describeSkew(network, skewMs));
  }
  await recordSkew(deps, found.length === 0 ? undefined : found.join(' '));
  return !hasTime || found.length > 0;
}

async function readSkewMs({ chains }: Deps, network: Network, now: number): Promise<number | undefined> {
  const chain = chains[network];
  return computeSkewMs(chain, await chain.getHead(), now);
}

/**
 * Returns the time by which a clock is ahead of the final block, in ms; 0 while that is within the limit, undefined where the chain does
 * not tell the time yet.
 */
export function computeSkewMs(
  chain: Pick<Chain, 'blockAgeMaxMs'>,
  { finalizedHeight, finalTimeMs }: Pick<ChainHead, 'finalizedHeight' | 'finalTimeMs'>,
  now: number,
): number | undefined {
  if (finalizedHeight === 0 && chain.blockAgeMaxMs !== null) return undefined;
  const aheadMs = now - finalTimeMs;
  if (-aheadMs > SKEW_MAX_MS) return aheadMs;
  return chain.blockAgeMaxMs !== null && aheadMs > SKEW_MAX_MS ? aheadMs : 0;
}

function describeSkew(network: Network, skewMs: number): string {
  const minutes = Math.round(Math.abs(skewMs) / MINUTE_MS);
  return `The host clock is ${minutes} min ${skewMs > 0 ? 'ahead of' : 'behind'} the final block of ${network}.`;
}

/** Returns the clock skew that was found last, as a sentence; undefined while the clocks agree. */
export async function findClockSkew({ db }: Pick<PoolDeps, 'db'>): Promise<string | undefined> {
  const row = await db.read
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  return row?.value;
}

async function recordSkew(deps: Pick<PoolDeps, 'db'>, value: string | undefined): Promise<void> {
  if ((await findClockSkew(deps)) === value) return;
  await deps.db.transaction(async (tx) => {
    if (value === undefined) await tx.deleteFrom('setting').where('name', '=', SETTING).execute();
    else
      await tx
        .insertInto('setting')
        .values({ name: SETTING, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
  });
}
