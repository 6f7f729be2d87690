import { NETWORKS, type Network, SECOND_MS } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/** The scanner notes every few seconds that it was answered; a node that is silent for longer is down. */
const SILENT_MAX_MS = 30 * SECOND_MS;

/** How a chain's node is (pitfalls: a rate limit read as 'down'): 'slow' answers, but is behind its chain. */
export interface ChainState {
  readonly network: Network;
  readonly state: 'ok' | 'slow' | 'down';
  /** Since when it is not ok, by the machine's clock; null while it is. */
  readonly since: number | null;
  /** Since when the chain calls no new block final, so that deposits wait for depth instead; null while it does. */
  readonly finalityStalledSince: number | null;
}

/** How each chain is, apart from the others: one that fails takes nothing from what is known of the rest. */
export async function listChainStates({
  db,
  machineClock,
}: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<ChainState[]> {
  const rows = await db.read
    .selectFrom('chainStatus')
    .select(['network', 'seenAt', 'behindSince', 'finalityStalledSince'])
    .execute();
  return NETWORKS.flatMap((network) =>
    rows
      .filter((row) => row.network === network)
      .map(({ seenAt, behindSince, finalityStalledSince }): ChainState => {
        const chain = { network, finalityStalledSince };
        if (machineClock.now() - seenAt > SILENT_MAX_MS) return { ...chain, state: 'down', since: seenAt };
        return { ...chain, state: behindSince === null ? 'ok' : 'slow', since: behindSince };
      }),
  );
}
