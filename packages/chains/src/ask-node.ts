import { setTimeout as delay } from 'node:timers/promises';
import { type Chain, NetworkRefusedError } from './chain.ts';
import { describeNodeError } from './node-words.ts';

/** A node may be pointed at another network at any moment; nothing that it says is believed for longer without asking again. */
const ALLOWED_FOR_MS = 10_000;
/** A node that let a question time out is not waited for again within this time while another one answers. */
const SILENT_MS = 10_000;
/** Time that a slow node of several has at least, after those that are enough to decide have answered. */
const GRACE_MIN_MS = 2_000;
/** Before anything that this process did. */
export const NEVER = Number.NEGATIVE_INFINITY;

/** A node of several. */
export interface Node {
  readonly chain: Chain;
  /** Time of the process at which its network was last found on the list, in ms. */
  allowedAt: number;
  /** Time of the process at which it last let a question time out, in ms. */
  silentAt: number;
  /** Time by which its newest block was older than that of another node when heads were last compared, in ms. */
  behindMs: number;
}

const TIMEOUT_CODES: ReadonlySet<unknown> = new Set(['TIMEOUT', 'ETIMEDOUT']);

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TIMEOUT_CODES.has(error.code);
}

/** Number of nodes that have to say the same before anything is decided: all of two, two of three, and so on. */
export function countEnough(nodes: number): number {
  return nodes <= 2 ? nodes : Math.floor(nodes / 2) + 1;
}

/** Answer of a node, or the reason why it gave none. */
export type Told<Answer> = { readonly answer: Answer } | { readonly silence: string };

/** Results of all nodes, in their order, and the reason of the first one that failed. */
export interface Heard<Answer> {
  readonly told: readonly Told<Answer>[];
  readonly failure: unknown;
}

/**
 * Asks all nodes. One that let a question time out a moment ago is not waited for again while another one answers.
 *
 * @throws NetworkRefusedError when one of them is on a network that the product must not touch
 */
export async function hearAll<Answer>(
  nodes: readonly Node[],
  question: (chain: Chain) => Promise<Answer>,
): Promise<Heard<Answer>> {
  const now = performance.now();
  const isSilent = ({ silentAt }: Node): boolean => now - silentAt < SILENT_MS;
  const awake = nodes.filter((node) => !isSilent(node));
  const results = await settle(awake, question, nodes.length);
  if (![...results.values()].some(({ status }) => status === 'fulfilled'))
    for (const [node, result] of await settle(nodes.filter(isSilent), question, nodes.length))
      results.set(node, result);
  const failures = [...results.values()].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const refusal = failures.find((error) => error instanceof NetworkRefusedError);
  if (refusal !== undefined) throw refusal;
  const told = nodes.map((node): Told<Answer> => {
    const result = results.get(node);
    if (result === undefined) return { silence: 'it did not answer in time' };
    if (result.status === 'fulfilled') return { answer: result.value };
    return { silence: describeNodeError(result.reason) };
  });
  return { told, failure: failures[0] };
}

/**
 * The answers among results.
 *
 * @throws the first failure where there are none
 */
export function pickAnswers<Answer>({ told, failure }: Heard<Answer>): readonly [Answer, ...Answer[]] {
  const [first, ...others] = told.flatMap((one) => ('answer' in one ? [one] : []));
  if (first === undefined) throw failure;
  return [first.answer, ...others.map(({ answer }) => answer)];
}

/** Asks nodes, of `configured` ones. Where those that answered are enough to decide, the others have as long again, and count as silent. */
async function settle<Answer>(
  nodes: readonly Node[],
  question: (chain: Chain) => Promise<Answer>,
  configured: number,
): Promise<Map<Node, PromiseSettledResult<Answer>>> {
  const begunAt = performance.now();
  const results = new Map<Node, PromiseSettledResult<Answer>>();
  const enough = Promise.withResolvers<void>();
  const asked = nodes.map(async (node) => {
    const [result] = await Promise.allSettled([askNode(node, question)]);
    results.set(node, result);
    const answers = [...results.values()].filter(({ status }) => status === 'fulfilled');
    if (configured > 2 && answers.length >= countEnough(configured)) enough.resolve();
  });
  const all = Promise.all(asked);
  await Promise.race([all, enough.promise]);
  if (results.size === nodes.length) return results;
  const graceMs = Math.max(GRACE_MIN_MS, performance.now() - begunAt);
  await Promise.race([all, delay(graceMs, undefined, { ref: false })]);
  const late = nodes.filter((node) => !results.has(node));
  for (const node of late) node.silentAt = performance.now();
  return new Map(results);
}

/** Asks one node, whose network was compared with the list a moment ago. */
export async function askNode<Answer>(
  node: Node,
  question: (chain: Chain) => Promise<Answer>,
): Promise<Answer> {
  try {
    if (performance.now() - node.allowedAt > ALLOWED_FOR_MS) {
      await node.chain.assertAllowedNetwork();
      node.allowedAt = performance.now();
    }
    const answer = await question(node.chain);
    return answer;
  } catch (error) {
    if (error instanceof NetworkRefusedError) node.allowedAt = NEVER;
    // Only silence counts: a node that answers, whatever it says, is asked whenever money is at stake.
    else if (isTimeout(error)) node.silentAt = performance.now();
    throw error;
  }
}
