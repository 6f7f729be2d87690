// The transaction that used a nonce. Full nodes forget old states and keep all blocks, so recent states narrow the search, and older blocks are
// read themselves.
import { type JsonRpcProvider, toQuantity } from 'ethers';
import { z } from 'zod';
import { Portions, type Range } from './portions.ts';

/** Blocks below the newest whose state is asked for: go-ethereum keeps 128, and blocks come in meanwhile. */
const STATE_DEPTH_MAX = 100;
/** Blocks read with their transactions by one question; the next one goes on below them. */
const BLOCKS_PER_QUESTION = 2_000;
const BLOCKS_PER_CALL = 20;

const BlockMessage = z
  .object({
    transactions: z.array(
      z.object({ hash: z.string(), from: z.string(), nonce: z.string().transform(Number) }),
    ),
  })
  .nullable();
type Block = z.infer<typeof BlockMessage>;
const HashMessage = z.object({ hash: z.string() }).nullable();

interface NonceQuestion {
  readonly sender: string;
  readonly nonce: number;
  readonly head: { readonly height: number; readonly finalizedHeight: number };
}

interface NonceUse {
  readonly txHash: string;
  readonly blockHeight: number;
}

/** Progress of a search through blocks. */
interface Search {
  /** Block at whose state the nonce was used already: while it is not replaced, neither are those below it. */
  readonly begunAt: { readonly height: number; readonly hash: string };
  /** Height of the next block to read. */
  readonly next: number;
}

type Provider = Pick<JsonRpcProvider, 'getTransactionCount' | 'send'>;

/** Finds the transactions that used nonces, and remembers how far back it has read for each. */
export class NonceUses {
  readonly #provider: Provider;
  readonly #batching: Provider;
  readonly #portions = new Portions(BLOCKS_PER_CALL);
  readonly #searches = new Map<string, Search>();

  /** @param batching sends what is asked at the same time as one request */
  constructor(provider: Provider, batching: Provider) {
    this.#provider = provider;
    this.#batching = batching;
  }

  /**
   * The final transaction that used a nonce of an address. Undefined while none did, and while the blocks that were read so far do not
   * have it. It is looked for in the blocks themselves: that a node has no receipt of a transaction proves nothing, for the node may be behind.
   */
  async find(question: NonceQuestion): Promise<NonceUse | undefined> {
    const { sender, nonce, head } = question;
    const isUsedAt = async (height: number | 'latest'): Promise<boolean> =>
      (await this.#provider.getTransactionCount(sender, height)) > nonce;
    // At the newest block first: no state is older, and most nonces are not used yet.
    if (!(await isUsedAt('latest'))) return undefined;
    const oldest = Math.max(head.height - STATE_DEPTH_MAX, 0);
    // While finality is far behind, the state of the final block is one that full nodes have forgotten.
    const newest = Math.max(head.finalizedHeight, oldest);
    if (!(await isUsedAt(newest))) return undefined;
    const use = (await isUsedAt(oldest))
      ? await this.#search(question, oldest)
      : await this.#readUse(question, await findFirst({ from: oldest, to: newest }, isUsedAt));
    return use !== undefined && use.blockHeight <= head.finalizedHeight ? use : undefined;
  }

  async #readUse(question: NonceQuestion, height: number): Promise<NonceUse | undefined> {
    return findUse(await this.#readBlocks({ from: height, to: height }), question, height);
  }

  /** Reads blocks from a height down, or from where the last question about this nonce ended. */
  async #search(question: NonceQuestion, height: number): Promise<NonceUse | undefined> {
    const key = `${question.sender}/${question.nonce}`;
    const search = await this.#resume(key, height);
    if (search === undefined) return undefined;
    const oldest = Math.max(search.next - BLOCKS_PER_QUESTION + 1, 0);
    for (let to = search.next; to >= oldest; to -= BLOCKS_PER_CALL) {
      const from = Math.max(to - BLOCKS_PER_CALL + 1, oldest);
      const blocks = await this.#readBlocks({ from, to });
      // A node without old blocks cannot prove anything by them.
      if (blocks.includes(null)) return undefined;
      const use = findUse(blocks, question, from);
      this.#searches.set(key, { ...search, next: use?.blockHeight ?? from - 1 });
      if (use !== undefined) return use;
      // Nonces are used in their order, so the node has left the transaction out of a block: the next question begins again.
      if (isPassed(blocks, question) && this.#searches.delete(key)) return undefined;
    }
    return undefined;
  }

  /** The search to go on with; a new one for the first question, and once its blocks were replaced. */
  async #resume(key: string, height: number): Promise<Search | undefined> {
    const earlier = this.#searches.get(key);
    if (earlier !== undefined && (await this.#findHash(earlier.begunAt.height)) === earlier.begunAt.hash)
      return earlier;
    const hash = await this.#findHash(height);
    return hash === undefined ? undefined : { begunAt: { height, hash }, next: height };
  }

  async #findHash(height: number): Promise<string | undefined> {
    const block = await this.#provider.send('eth_getBlockByNumber', [toQuantity(height), false]);
    return HashMessage.parse(block)?.hash;
  }

  #readBlocks(range: Range): Promise<readonly Block[]> {
    return this.#portions.read(range, async ({ from, to }) => {
      const heights = Array.from({ length: to - from + 1 }, (_, index) => toQuantity(from + index));
      const asked = heights.map((height) => this.#batching.send('eth_getBlockByNumber', [height, true]));
      return z.array(BlockMessage).parse(await Promise.all(asked));
    });
  }
}

/** The lowest height of a range from which on something holds: it does at the end, and does not at the beginning. */
async function findFirst(
  { from, to }: Range,
  holdsAt: (height: number) => Promise<boolean>,
): Promise<number> {
  if (to - from <= 1) return to;
  const middle = Math.floor((from + to) / 2);
  return findFirst((await holdsAt(middle)) ? { from, to: middle } : { from: middle, to }, holdsAt);
}

function findUse(
  blocks: readonly Block[],
  { sender, nonce }: NonceQuestion,
  lowest: number,
): NonceUse | undefined {
  for (const [index, block] of blocks.entries()) {
    const use = block?.transactions.find((one) => isFrom(sender, one) && one.nonce === nonce);
    if (use !== undefined) return { txHash: use.hash, blockHeight: lowest + index };
  }
  return undefined;
}

/** Returns true for blocks in which the address used a lower nonce. */
function isPassed(blocks: readonly Block[], { sender, nonce }: NonceQuestion): boolean {
  return blocks.some((block) => block?.transactions.some((one) => isFrom(sender, one) && one.nonce < nonce));
}

function isFrom(sender: string, { from }: { readonly from: string }): boolean {
  return from.toLowerCase() === sender.toLowerCase();
}
