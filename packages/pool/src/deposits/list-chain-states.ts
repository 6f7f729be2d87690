import { NETWORKS, type Network, SECOND_MS } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/** The scanner notes every few seconds that it was answered; a node that is silent for longer is down. */
const SILENT_MAX_MS = 30 * SECOND_MS;

/** State of a chain's node (pitfalls: a rate limit read as 'down'): 'slow' answers, but is behind its chain. */
export interface ChainState {
  readonly network: Network;
  /** 'down': it does not answer, or it is on another network and not believed. */
  readonly state: 'ok' | 'slow' | 'down';
  /** Since when it is not ok, by the machine's clock; null while it is. */
  readonly since: number | null;
  /** Since when the chain calls no new block final, so that deposits wait for depth instead; null while it does. */
  readonly finalityStalledSince: number | null;
}

/** State of each chain, apart from the others: one that fails takes nothing from what is known of the rest. */
export async function listChainStates(deps: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<ChainState[]> {
  return (await listChainConditions(deps)).map(({ network, condition, since, finalityStalledSince }) => ({
    network,
    state: STATES[condition],
    since,
    finalityStalledSince,
  }));
}

/** Condition of a chain for the operator: what users see as 'down' has two causes. */
export type ChainCondition = 'ok' | 'behind' | 'silent' | 'refused';

const STATES: Readonly<Record<ChainCondition, ChainState['state']>> = {
  ok: 'ok',
  behind: 'slow',
  silent: 'down',
  refused: 'down',
};

export interface ConditionOfChain extends Omit<ChainState, 'state'> {
  /** Start of a condition other than 'ok' is in `since`. */
  readonly condition: ChainCondition;
  readonly headHeight: number;
  readonly scannedHeight: number;
  /** Time of the newest block that was seen, in ms of the chain's clock. */
  readonly headTime: number;
  readonly seenAt: number;
}

/** Condition of each chain that has been seen at all, and how far the scanner is. */
export async function listChainConditions({
  db,
  machineClock,
}: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<ConditionOfChain[]> {
  const rows = await db.read.selectFrom('chainStatus').selectAll().execute();
  const now = machineClock.now();
  return NETWORKS.flatMap((network) => rows.filter((row) => row.network === network)).map(
    ({ finalizedHeight: _, recheckFrom: __, behindSince, refusedSince, ...row }) => {
      if (refusedSince !== null) return { ...row, condition: 'refused', since: refusedSince };
      if (now - row.seenAt > SILENT_MAX_MS) return { ...row, condition: 'silent', since: row.seenAt };
      return { ...row, condition: behindSince === null ? 'ok' : 'behind', since: behindSince };
    },
  );
}
