import { type Chain, NetworkRefusedError } from './chain.ts';

/** A node may be pointed at another network at any moment; nothing that it says is believed for longer without asking again. */
const ALLOWED_FOR_MS = 10_000;
/** Before anything that this process did. */
export const NEVER = Number.NEGATIVE_INFINITY;

/** A node of several. */
export interface Node {
  readonly chain: Chain;
  /** Time of the process at which its network was last found on the list, in ms. */
  allowedAt: number;
  /** Time of the process at which it last let a question time out, in ms. */
  silentAt: number;
}

/** ethers says TIMEOUT, axios below tronweb ECONNABORTED or ETIMEDOUT. */
const TIMEOUT_CODES: ReadonlySet<unknown> = new Set(['TIMEOUT', 'ECONNABORTED', 'ETIMEDOUT']);

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TIMEOUT_CODES.has(error.code);
}

/**
 * The answers of some nodes, and the failures of the others.
 *
 * @throws NetworkRefusedError when one of them is on a network that the product must not touch.
 */
export async function settle<Answer>(
  nodes: readonly Node[],
  question: (node: Chain) => Promise<Answer>,
): Promise<{ answers: { answer: Answer }[]; failures: unknown[] }> {
  const results = await Promise.allSettled(nodes.map((node) => askNode(node, question)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const refusal = failures.find((error) => error instanceof NetworkRefusedError);
  if (refusal !== undefined) throw refusal;
  const answers = results.flatMap((result) =>
    result.status === 'fulfilled' ? [{ answer: result.value }] : [],
  );
  return { answers, failures };
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
