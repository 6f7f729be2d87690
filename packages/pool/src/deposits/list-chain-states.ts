import { NETWORKS, type Network, SECOND_MS } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/** The scanner records every few seconds that a node answered. A node that is silent for longer than this is down. */
const SILENT_MAX_MS = 30 * SECOND_MS;

/** State of the node of a chain (pitfalls: a rate limit read as 'down'). A 'slow' node answers, but is behind its chain. */
export interface ChainState {
  readonly network: Network;
  /** 'down': the node does not answer, or it is on another network and not believed. */
  readonly state: 'ok' | 'slow' | 'down';
  /** Start of a state other than 'ok', by the machine's clock; null while the state is 'ok'. */
  readonly since: number | null;
  /** Start of a finality stall, in which the chain calls no new block final and deposits wait for depth instead; null without a stall. */
  readonly finalityStalledSince: number | null;
  /** Start of the time in which its nodes differ, and nothing is credited, signed or given back; null while they agree. */
  readonly nodesDifferSince: number | null;
  /** End of the operator's leave to go on with the nodes that answer, while others are away; null without one. */
  readonly oneNodeUntil: number | null;
}

/** State of each chain. A node that fails hides nothing about the other chains. */
export async function listChainStates(deps: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<ChainState[]> {
  return (await listChainConditions(deps)).map(({ condition, ...row }) => ({
    network: row.network,
    state: STATES[condition],
    since: row.since,
    finalityStalledSince: row.finalityStalledSince,
    nodesDifferSince: row.nodesDifferSince,
    oneNodeUntil: row.oneNodeUntil,
  }));
}

/** Condition of a chain for the operator. It tells the two causes apart that users see as 'down'. */
export type ChainCondition = 'ok' | 'behind' | 'silent' | 'refused';

const STATES: Readonly<Record<ChainCondition, ChainState['state']>> = {
  ok: 'ok',
  behind: 'slow',
  silent: 'down',
  refused: 'down',
};

export interface ConditionOfChain extends Omit<ChainState, 'state'> {
  /** Condition of the chain. `since` is its start, unless it is 'ok'. */
  readonly condition: ChainCondition;
  readonly headHeight: number;
  readonly scannedHeight: number;
  /** Time of the newest block that was seen, in ms of the chain's clock. */
  readonly headTime: number;
  readonly seenAt: number;
}

/** Condition of each chain that was seen at least once, and the progress of its scanner. */
export async function listChainConditions({
  db,
  machineClock,
}: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<ConditionOfChain[]> {
  const rows = await db.read.selectFrom('chainStatus').selectAll().execute();
  const now = machineClock.now();
  return NETWORKS.flatMap((network) => rows.filter((row) => row.network === network)).map(
    ({ finalizedHeight: _, recheckFrom: __, behindSince, refusedSince, ...status }) => {
      const isAllowed = (status.oneNodeUntil ?? 0) > now;
      const row = { ...status, oneNodeUntil: isAllowed ? status.oneNodeUntil : null };
      if (refusedSince !== null) return { ...row, condition: 'refused', since: refusedSince };
      if (now - row.seenAt > SILENT_MAX_MS) return { ...row, condition: 'silent', since: row.seenAt };
      return { ...row, condition: behindSince === null ? 'ok' : 'behind', since: behindSince };
    },
  );
}
