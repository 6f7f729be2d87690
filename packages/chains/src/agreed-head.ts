import { findLargest } from './agreement.ts';
import { countEnough } from './ask-node.ts';
import type { ChainHead } from './chain.ts';

/** Head as a node tells it, and its block at any height. */
export interface ToldHead {
  readonly head: ChainHead;
  findHash(height: number): Promise<string | undefined>;
}

/**
 * The highest of the heads at which enough nodes have the same block; the lowest head where they share none, as on two forks. A head that one node
 * alone tells of, however far ahead, leads no further; nor does one behind hold the others back while its node has the later block. Of what is
 * final, and of times, the least that enough nodes say or exceed. Nothing is final by the word of fewer nodes than decide.
 *
 * @param nodes number of nodes of the settings, or of those that may decide
 */
export async function agreeOnHead(
  told: readonly [ToldHead, ...ToldHead[]],
  nodes: number,
): Promise<ChainHead> {
  const heights = [...new Set(told.map(({ head }) => head.height))].sort((a, b) => b - a);
  const common = heights.length === 1 ? undefined : await findCommon(told, heights);
  const height = common?.height ?? heights.at(-1) ?? 0;
  const heads = (common?.sharing ?? told).map(({ head }) => head);
  const enough = countEnough(nodes);
  const choose = (read: (head: ChainHead) => number): number =>
    pickCautious(heads.map(read), Math.min(enough, heads.length), (a, b) => a - b) ?? 0;
  const isOneChain = heights.length === 1 || common !== undefined;
  const isDecided = isOneChain && heads.length >= enough;
  return {
    height,
    isAgreed: isDecided,
    finalizedHeight: isDecided
      ? Math.min(
          height,
          choose((head) => head.finalizedHeight),
        )
      : 0,
    isFinalityStalled: heads.filter(({ isFinalityStalled }) => isFinalityStalled).length >= enough,
    timeMs: choose((head) => head.timeMs),
    finalTimeMs: isDecided ? choose((head) => head.finalTimeMs) : 0,
  };
}

/** The least value that `enough` of some exceed or equal: one that is far off, whichever way, is passed over where the others are enough. */
export function pickCautious<Value>(
  values: readonly Value[],
  enough: number,
  compare: (a: Value, b: Value) => number,
): Value | undefined {
  return values.toSorted(compare)[values.length - enough];
}

async function findCommon(
  told: readonly ToldHead[],
  heights: readonly number[],
): Promise<{ height: number; sharing: readonly ToldHead[] } | undefined> {
  for (const height of heights) {
    const hashes = await Promise.all(told.map(({ findHash }) => findHash(height)));
    const given = hashes.flatMap((hash, position) => (hash === undefined ? [] : [position]));
    const largest = findLargest(
      hashes.map((hash) => hash ?? ''),
      given,
    );
    if (largest.length >= countEnough(told.length))
      return { height, sharing: told.filter((_, position) => largest.includes(position)) };
  }
  return undefined;
}
