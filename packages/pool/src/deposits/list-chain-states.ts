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
}

/** How each chain is, apart from the others: one that fails takes nothing from what is known of the rest. */
export async function listChainStates({
  db,
  machineClock,
}: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<ChainState[]> {
  const rows = await db.read.selectFrom('chainStatus').select(['network', 'seenAt', 'behindSince']).execute();
  return NETWORKS.flatMap((network) =>
    rows
      .filter((row) => row.network === network)
      .map((row): ChainState => {
        if (machineClock.now() - row.seenAt > SILENT_MAX_MS)
          return { network, state: 'down', since: row.seenAt };
        return { network, state: row.behindSince === null ? 'ok' : 'slow', since: row.behindSince };
      }),
  );
}
