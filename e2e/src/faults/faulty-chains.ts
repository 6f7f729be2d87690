// Both local chains behind fault proxies. Blocks are made when the test says so, and taken back when it says so.

import { BscChain } from '@glasspool/chains/bsc';
import { createMnemonic, deriveKeys } from '@glasspool/chains/keys';
import {
  type Anvil,
  ensureTestToken,
  startAnvil,
  startTronNode,
  type TronNode,
} from '@glasspool/chains/local';
import { TronChain } from '@glasspool/chains/tron';
import type { Network } from '@glasspool/core';
import type { ManualClock, SeededRandom } from '@glasspool/core/testing';
import { FaultProxy } from './fault-proxy.ts';

/** Deeper than any reorganization of a schedule. */
export const FINALITY_BLOCKS = 15;
/** A limit for what hangs, not for what a busy machine does slowly. */
const REQUEST_TIMEOUT_MS = 60_000;
/** The test makes the blocks. */
const NEVER_MS = 2 ** 31 - 1;

export interface FaultyChains extends AsyncDisposable {
  readonly chains: { readonly BSC: BscChain; readonly TRON: TronChain };
  /** The same adapters on the nodes themselves. */
  readonly honest: { readonly BSC: BscChain; readonly TRON: TronChain };
  readonly bscUrl: string;
  readonly tronUrl: string;
  readonly proxies: readonly FaultProxy[];
  /** An adapter of its own on the lying line, which waits no longer than this. */
  connectImpatient(requestTimeoutMs: number): Readonly<Record<Network, BscChain | TronChain>>;
  mine(network: Network, blocks: number): Promise<void>;
  /** Replaces the newest blocks; their transactions are lost, or wait again on TRON when `keeps` says so. */
  reorganize(network: Network, depth: number, keeps: boolean): Promise<void>;
}

export async function startFaultyChains(random: SeededRandom, clock: ManualClock): Promise<FaultyChains> {
  await using stack = new AsyncDisposableStack();
  const anvil = stack.use(await startAnvil({ stateFile: undefined, timeOffsetMs: 0 }));
  const usdtContract = await ensureTestToken(anvil.url, async () => void (await anvil.call('evm_mine')));
  const tron = stack.use(
    await startTronNode({
      blockIntervalMs: NEVER_MS,
      solidityLag: FINALITY_BLOCKS,
      now: () => clock.now(),
    }),
  );
  const bscProxy = stack.use(await FaultProxy.start(anvil.url, random));
  const tronProxy = stack.use(await FaultProxy.start(tron.url, random));
  const keys = deriveKeys(createMnemonic());
  const adapters = stack.use(new DisposableStack());
  const connectBsc = (rpcUrl: string, requestTimeoutMs = REQUEST_TIMEOUT_MS): BscChain =>
    adapters.use(
      new BscChain({
        network: 'local',
        rpcUrl,
        usdtContract,
        finality: { kind: 'depth', blocks: FINALITY_BLOCKS },
        feePerGas: { minWei: 0n, maxWei: 10n ** 12n },
        blockAgeMaxMs: null,
        requestTimeoutMs,
        keys: keys.BSC,
      }),
    );
  const connectTron = (rpcUrl: string, requestTimeoutMs = REQUEST_TIMEOUT_MS): TronChain =>
    new TronChain({ network: 'local', rpcUrl, requestTimeoutMs, keys: keys.TRON });
  const parts = {
    chains: { BSC: connectBsc(bscProxy.url), TRON: connectTron(tronProxy.url) },
    honest: { BSC: connectBsc(anvil.url), TRON: connectTron(tron.url) },
    bscUrl: anvil.url,
    tronUrl: tron.url,
    proxies: [bscProxy, tronProxy],
  };
  const owned = stack.move();
  return {
    ...parts,
    connectImpatient: (requestTimeoutMs) => ({
      BSC: connectBsc(bscProxy.url, requestTimeoutMs),
      TRON: connectTron(tronProxy.url, requestTimeoutMs),
    }),
    mine: (network, blocks) => mine({ anvil, tron, clock }, network, blocks),
    reorganize: async (network, depth, keeps) => {
      if (network === 'BSC') await anvil.call('anvil_reorg', [depth, []]);
      else tron.switchFork(depth, () => keeps);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function mine(
  { anvil, tron, clock }: { anvil: Anvil; tron: TronNode; clock: ManualClock },
  network: Network,
  blocks: number,
): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    clock.advance(1_000);
    if (network === 'BSC') await anvil.call('evm_mine');
    else tron.produceBlock();
  }
}
