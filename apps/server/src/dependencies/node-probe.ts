import {
  type Chain,
  type ChainHead,
  type Difference,
  describeNodeError,
  NetworkRefusedError,
} from '@glasspool/chains';
import { TokenMismatchError } from '@glasspool/chains/bsc';
import { MINUTE_MS, NETWORKS, type Network, SECOND_MS } from '@glasspool/core';
import {
  type DependencyFinding,
  type DependencyName,
  type NodeName,
  WELL,
} from '@glasspool/pool/dependencies';
import type { Findings, Probe } from './prober.ts';

const EVERY_MS = 10_000;
/** Nodes that differ for less are a moment apart. */
const DIFFERS_FOR_MS = MINUTE_MS;
/** A node has ten seconds for each answer, and is asked three times. */
const TIMEOUT_MS = 31_000;
/** Nodes of one network that differ by more than this do not follow the same chain, or one of them has stopped. In blocks: about a minute. */
const APART_MAX: Readonly<Record<Network, number>> = { BSC: 80, TRON: 20 };
/** As in the guard that stops rewards and payouts (docs/books.md). */
const SKEW_MAX_MS = 5 * MINUTE_MS;
/** Heads of nodes are this close in time while they follow their chains. */
const SPREAD_MAX_MS = 2 * MINUTE_MS;

/** One node of the settings. */
export interface NamedNode {
  readonly name: NodeName;
  /** Setting and host, such as `BSC_RPC_URL: the node bsc.example:8545`. */
  readonly place: string;
  readonly chain: Chain;
  /** @throws TokenMismatchError where the node shows another token under the address of the settings. */
  assertToken(): Promise<void>;
  /** False where it keeps no internal transactions, which carry what contracts pay; undefined where that cannot be told. */
  keepsInternal?(): Promise<boolean | undefined>;
}

/** Questions that the nodes of a network have not decided for a time. */
export type ListDifferences = (network: Network, lastedMs: number) => readonly Difference[];

interface Look {
  readonly node: NamedNode;
  readonly head?: ChainHead;
  /** Set when it did not answer, or may not be used. */
  readonly finding?: DependencyFinding;
}

/** Asks all nodes for their network, token and head now and then, and compares them with each other and with the clock. */
export function createNodeProbe(
  nodes: readonly NamedNode[],
  readNow: () => number,
  listDifferences: ListDifferences,
): Probe {
  const names = nodes.map(({ name }): DependencyName => name);
  return {
    names: [...names, 'clock'],
    everyMs: EVERY_MS,
    timeoutMs: TIMEOUT_MS,
    silence: 'BSC_RPC_URL, TRON_RPC_URL: the nodes do not answer in time. Check that they run.',
    run: () => probeNodes(nodes, readNow, listDifferences),
  };
}

/** Looks at every node once. */
export async function probeNodes(
  nodes: readonly NamedNode[],
  readNow: () => number,
  listDifferences: ListDifferences = () => [],
): Promise<Findings> {
  const looks = await Promise.all(nodes.map(look));
  const now = readNow();
  const skewMs = findSkew(looks, now);
  const findings = looks.map((one): [DependencyName, DependencyFinding] => [
    one.node.name,
    one.finding ??
      findDifference(one.node, nodes, listDifferences) ??
      judge(one, looks, skewMs === undefined ? now : undefined),
  ]);
  return new Map([...findings, ['clock', describeClock(skewMs)]]);
}

/** No node of a network can be used yet, or one of them must not be. */
export class NodesNotReadyError extends Error {
  override readonly name = 'NodesNotReadyError';
  readonly finding: DependencyFinding;

  constructor(finding: DependencyFinding) {
    super(finding.sentence);
    this.finding = finding;
  }
}

/**
 * Looks at every node at the start of the program.
 *
 * @throws NodesNotReadyError unless each network has a node that answers, and no node that answers is on another network or shows another
 *   token
 */
export async function assertNodesReady(nodes: readonly NamedNode[], readNow: () => number): Promise<void> {
  await assertNetworks(nodes);
  const findings = await probeNodes(nodes, readNow);
  const troubles = nodes.flatMap(({ name, chain }) => {
    const finding = findings.get(name);
    return finding === undefined || !NO_ANSWER.has(finding.reason)
      ? []
      : [{ network: chain.network, finding }];
  });
  const refused = troubles.find(({ finding }) => finding.state === 'refused');
  if (refused !== undefined) throw new NodesNotReadyError(refused.finding);
  for (const network of NETWORKS) {
    const ours = troubles.filter((trouble) => trouble.network === network);
    const [first] = ours;
    if (first === undefined || ours.length < nodes.filter(({ chain }) => chain.network === network).length)
      continue;
    throw new NodesNotReadyError({
      ...first.finding,
      sentence: ours.map(({ finding }) => finding.sentence).join(' '),
    });
  }
}

/** Asks every node for its network, before anything else is asked of any of them. */
async function assertNetworks(nodes: readonly NamedNode[]): Promise<void> {
  const results = await Promise.allSettled(nodes.map(({ chain }) => chain.assertAllowedNetwork()));
  for (const [index, result] of results.entries())
    if (result.status === 'rejected' && result.reason instanceof NetworkRefusedError)
      throw new NodesNotReadyError(describeTrouble(result.reason, nodes[index]?.place ?? ''));
}

const NO_ANSWER: ReadonlySet<DependencyFinding['reason']> = new Set([
  'unreachable',
  'silent',
  'bad-answer',
  'wrong-network',
  'other-token',
]);

async function look(node: NamedNode): Promise<Look> {
  try {
    await node.chain.assertAllowedNetwork();
    await node.assertToken();
    return { node, head: await node.chain.getHead() };
  } catch (error) {
    return { node, finding: describeTrouble(error, node.place) };
  }
}

/** Describes why a node is of no use: what it did, with its host, and what to do. */
function describeTrouble(error: unknown, place: string): DependencyFinding {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof NetworkRefusedError)
    return { state: 'refused', reason: 'wrong-network', sentence: `${place}: ${message}` };
  if (error instanceof TokenMismatchError)
    return { state: 'refused', reason: 'other-token', sentence: `${place}: ${message}` };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['TIMEOUT', 'ECONNABORTED', 'ETIMEDOUT'].includes(code))
    return {
      state: 'degraded',
      reason: 'silent',
      sentence: `${place} does not answer in time. Check that it runs, or name another one.`,
    };
  const isUnreachable = /ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|socket hang up|NETWORK_ERROR/.test(
    `${code} ${message}`,
  );
  return {
    state: 'degraded',
    reason: isUnreachable ? 'unreachable' : 'bad-answer',
    sentence: isUnreachable
      ? `${place} cannot be reached (${describeNodeError(error)}). Check that it runs, and its address.`
      : `${place} does not answer as a node does: ${describeNodeError(error)}. Check that the address is the one of a node.`,
  };
}

/** Names what the nodes of a network have not decided: with all answers where they differ, at the node that gives none where one is silent. */
function findDifference(
  { place, chain }: NamedNode,
  nodes: readonly NamedNode[],
  listDifferences: ListDifferences,
): DependencyFinding | undefined {
  const position = nodes
    .filter((one) => one.chain.network === chain.network)
    .findIndex((one) => one.chain === chain);
  const mine = ({ silent, outvoted }: Difference): boolean =>
    silent.includes(position) ||
    outvoted.includes(position) ||
    (silent.length === 0 && outvoted.length === 0);
  const first = listDifferences(chain.network, DIFFERS_FOR_MS).find(mine);
  if (first === undefined) return undefined;
  const { question, answers, silent, outvoted, lastedMs } = first;
  const what = `${question}, for ${describeAge(lastedMs)} now: ${answers.join(' | ')}`;
  if (outvoted.length > 0)
    return {
      state: 'degraded',
      reason: 'disagrees',
      sentence: `${place} answers otherwise than the other nodes of its setting about ${what}. What they agree on counts, and nothing is given back by it. Compare them with a block explorer, and take out the wrong one.`,
    };
  return silent.length === 0
    ? {
        state: 'degraded',
        reason: 'disagrees',
        sentence: `${place}: the nodes of its setting answer differently about ${what}. Until they agree nothing is credited, newly signed, given back or booked on ${chain.network}. One may be behind, keep no index that old, or have another setting (vm.saveInternalTx, --history.transactions). Compare them with a block explorer, and take out the wrong one.`,
      }
    : {
        state: 'degraded',
        reason: 'silent',
        sentence: `${place} gives no answer about ${what}. Nothing is credited, given back or booked by it until enough nodes answer. Check the node, or name another one.${nodes.filter((one) => one.chain.network === chain.network).length > 1 ? ' After half an hour an admin can let the others decide alone: on the dashboard, at the balances of the admin wallet.' : ''}`,
      };
}

/** Compares a node with the clock, unless that is wrong itself, and with the other nodes of its network. */
function judge({ node, head }: Look, looks: readonly Look[], now: number | undefined): DependencyFinding {
  if (head === undefined) return WELL;
  const { place, chain } = node;
  if (now !== undefined && chain.blockAgeMaxMs !== null && now - head.timeMs > chain.blockAgeMaxMs)
    return {
      state: 'degraded',
      reason: 'behind',
      sentence: `${place} is behind: its newest block is ${describeAge(now - head.timeMs)} old. Wait, or name another node.`,
    };
  if (now !== undefined && head.timeMs - now > SKEW_MAX_MS)
    return {
      state: 'degraded',
      reason: 'ahead',
      sentence: `${place} says that its newest block is ${describeAge(head.timeMs - now)} in the future. Name another node.`,
    };
  const others = looks.filter((one) => one.node !== node && one.node.chain.network === chain.network);
  const heights = others.flatMap((one) => (one.head === undefined ? [] : [one.head.height]));
  const apart = heights
    .map((height) => head.height - height)
    .find((by) => Math.abs(by) > APART_MAX[chain.network]);
  if (apart === undefined) return WELL;
  return {
    state: 'degraded',
    reason: 'disagrees',
    sentence: `${place} is ${Math.abs(apart)} blocks ${apart > 0 ? 'ahead of' : 'behind'} another node of its network: one of them is wrong. Compare both with a block explorer, and take out the wrong one.`,
  };
}

/** Returns by how much the clock of this machine is ahead of nodes of both networks that agree with each other; undefined while it is right. */
function findSkew(looks: readonly Look[], now: number): number | undefined {
  const timed = looks.flatMap(({ node, head }) =>
    head === undefined || node.chain.blockAgeMaxMs === null
      ? []
      : [{ network: node.chain.network, aheadMs: now - head.timeMs }],
  );
  const aheads = timed.map(({ aheadMs }) => aheadMs);
  const isSeenByBoth = new Set(timed.map(({ network }) => network)).size === 2;
  const spreadMs = Math.max(...aheads) - Math.min(...aheads);
  const [aheadMs = 0] = aheads;
  const isSkewed =
    isSeenByBoth && spreadMs < SPREAD_MAX_MS && aheads.every((one) => Math.abs(one) > SKEW_MAX_MS);
  return isSkewed ? aheadMs : undefined;
}

function describeClock(skewMs: number | undefined): DependencyFinding {
  if (skewMs === undefined) return WELL;
  return {
    state: 'degraded',
    reason: 'skewed',
    sentence: `The clock of this machine is ${describeAge(Math.abs(skewMs))} ${skewMs > 0 ? 'ahead of' : 'behind'} the blocks of both networks. Rewards and payouts wait, and codes of authenticator apps are refused. Set the clock (timedatectl).`,
  };
}

function describeAge(ms: number): string {
  return ms < 2 * MINUTE_MS ? `${Math.round(ms / SECOND_MS)} s` : `${Math.round(ms / MINUTE_MS)} min`;
}
