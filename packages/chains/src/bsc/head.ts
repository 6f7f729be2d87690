import { SECOND_MS } from '@glasspool/core';
import type { JsonRpcProvider } from 'ethers';
import type { ChainHead } from '../chain.ts';

/**
 * Rule of finality of the chain: its own tag, and only while that stalls a number of blocks on top
 *; or, on the local chain, a fixed number of blocks back.
 */
export type BscFinality =
  | { readonly kind: 'tag'; readonly stalledAfterBlocks: number }
  | { readonly kind: 'depth'; readonly blocks: number };

/** Reads the newest block and the newest final one. */
export async function readHead(provider: JsonRpcProvider, finality: BscFinality): Promise<ChainHead> {
  const newest = await provider.getBlock('latest');
  if (newest === null) throw new Error('The BSC node has no block.');
  const { number: height, timestamp } = newest;
  const head = { height, timeMs: timestamp * SECOND_MS, isAgreed: true, isFinalityStalled: false };
  if (finality.kind === 'depth') {
    const finalizedHeight = Math.max(0, height - finality.blocks);
    return { ...head, finalizedHeight, finalTimeMs: await readTimeMs(provider, finalizedHeight) };
  }
  const finalized = await provider.getBlock('finalized');
  if (finalized === null) throw new Error('The BSC node does not know a finalized block yet.');
  const byDepth = height - finality.stalledAfterBlocks;
  if (finalized.number < byDepth) {
    const finalTimeMs = await readTimeMs(provider, byDepth);
    return { ...head, finalizedHeight: byDepth, finalTimeMs, isFinalityStalled: true };
  }
  // A block may have come in between.
  const finalizedHeight = Math.min(finalized.number, height);
  return { ...head, finalizedHeight, finalTimeMs: Math.min(finalized.timestamp, timestamp) * SECOND_MS };
}

async function readTimeMs(provider: JsonRpcProvider, height: number): Promise<number> {
  const block = await provider.getBlock(height);
  if (block === null) throw new Error(`The BSC node does not have block ${height}.`);
  return block.timestamp * SECOND_MS;
}
