import { type ProxiedChains, startProxiedChains, startTestBscNode } from '@glasspool/chains/testing';
import type { ManualClock, SeededRandom } from '@glasspool/core/testing';
import { FaultProxy } from './fault-proxy.ts';

/** Deeper than any reorganization of a schedule. */
export const FINALITY_BLOCKS = 15;

export type FaultyChains = ProxiedChains<FaultProxy>;

/** Both local chains behind fault proxies. */
export function startFaultyChains(random: SeededRandom, clock: ManualClock): Promise<FaultyChains> {
  return startProxiedChains({
    clock,
    openProxy: (nodeUrl) => FaultProxy.start(nodeUrl, random),
    bscFinality: { kind: 'depth', blocks: FINALITY_BLOCKS },
    tronFinalityBlocks: FINALITY_BLOCKS,
    startBscNode: startTestBscNode,
  });
}
