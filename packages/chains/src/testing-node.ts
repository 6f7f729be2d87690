// Starts the local chains for tests, fast and in memory.

import { setTimeout } from 'node:timers/promises';
import type { Network } from '@glasspool/core';
import { BscChain } from './bsc/index.ts';
import { createMnemonic, deriveKeys, type NetworkKeys } from './keys/index.ts';
import { LOCAL_FINALITY_BLOCKS, type LocalChains, startLocalChains } from './local/index.ts';
import { startTestBscNode } from './testing-bsc-node.ts';
import { TronChain } from './tron/index.ts';

const TEST_BLOCK_MS = 100;

export interface TestChains extends AsyncDisposable {
  readonly local: LocalChains;
  readonly bsc: BscChain;
  readonly tron: TronChain;
  readonly keys: Readonly<Record<Network, NetworkKeys>>;
}

/** Both chains with adapters over a new seed. */
export async function startTestChains(folder?: string): Promise<TestChains> {
  const local = await startLocalChains({
    ...(folder === undefined ? {} : { folder }),
    bscBlockMs: TEST_BLOCK_MS,
    tronBlockMs: TEST_BLOCK_MS,
    timeOffsetMs: 0,
    now: () => Date.now(),
    startBscNode: startTestBscNode,
  });
  const keys = deriveKeys(createMnemonic());
  const bsc = new BscChain({
    network: 'local',
    rpcUrl: local.bscUrl,
    usdtContract: local.usdtContract,
    finality: { kind: 'depth', blocks: LOCAL_FINALITY_BLOCKS },
    feePerGas: { minWei: 0n, maxWei: 100_000_000_000n },
    blockAgeMaxMs: null,
    keys: keys.BSC,
  });
  const tron = new TronChain({ network: 'local', rpcUrl: local.tronUrl, keys: keys.TRON });
  return {
    local,
    bsc,
    tron,
    keys,
    async [Symbol.asyncDispose]() {
      bsc[Symbol.dispose]();
      await local[Symbol.asyncDispose]();
    },
  };
}

/** Waits until a question is answered with something, asking again between blocks. */
export async function eventually<Result>(
  ask: () => Promise<Result | undefined>,
  triesMax = 200,
): Promise<Result> {
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await setTimeout(TEST_BLOCK_MS / 2);
  }
  throw new Error('It did not happen in time.');
}
