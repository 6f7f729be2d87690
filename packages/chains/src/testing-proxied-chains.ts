import type { Network } from '@glasspool/core';
import type { ManualClock } from '@glasspool/core/testing';
import type { BscFinality } from './bsc/head.ts';
import { BscChain } from './bsc/index.ts';
import { createMnemonic, deriveKeys, type NetworkKeys } from './keys/index.ts';
import { type Anvil, ensureTestToken, startAnvil, startTronNode, type TronNode } from './local/index.ts';
import { TronChain } from './tron/index.ts';

/** A limit for what hangs, not for what a busy machine does slowly. */
const REQUEST_TIMEOUT_MS = 60_000;
/** The caller makes the blocks. */
const NEVER_MS = 2 ** 31 - 1;
const BLOCK_MS = 1_000;

/** A server in front of a node, on this machine. */
export interface NodeProxy extends AsyncDisposable {
  readonly url: string;
}

export interface ProxiedChainsOptions<Proxy extends NodeProxy> {
  readonly clock: ManualClock;
  /** Opens the proxy in front of a node. */
  readonly openProxy: (nodeUrl: string, network: Network) => Promise<Proxy>;
  /** New keys when left out. */
  readonly keys?: Readonly<Record<Network, NetworkKeys>>;
  readonly bscFinality: BscFinality;
  /** Blocks after which TRON calls a block solid. */
  readonly tronFinalityBlocks: number;
  /** Most that the pool offers for a unit of gas, in wei. */
  readonly feeMaxWei?: bigint;
  /** Age of BSC's newest block from which its node counts as behind, in ms; null for a chain that makes blocks when there is something in them. */
  readonly bscBlockAgeMaxMs?: number | null;
  /** With them the BSC node calls blocks final by itself, two epochs back. */
  readonly slotsPerEpoch?: number;
  /** Starts the BSC node; anvil when left out. */
  readonly startBscNode?: typeof startAnvil;
}

/** Both local chains, each behind a proxy. Blocks are made when the caller says so, and taken back when it says so. */
export interface ProxiedChains<Proxy> extends AsyncDisposable {
  readonly chains: { readonly BSC: BscChain; readonly TRON: TronChain };
  /** The same adapters on the nodes themselves. */
  readonly honest: { readonly BSC: BscChain; readonly TRON: TronChain };
  readonly bscUrl: string;
  readonly tronUrl: string;
  readonly usdtContract: string;
  readonly proxies: Readonly<Record<Network, Proxy>>;
  /** An adapter of its own behind the proxy, which waits no longer than this. */
  connectImpatient(requestTimeoutMs: number): Readonly<Record<Network, BscChain | TronChain>>;
  /** Makes blocks; a second passes with each. */
  mine(network: Network, blocks: number): Promise<void>;
  /** Replaces the newest blocks; their transactions are lost on anvil and wait again on a real node; on TRON `keeps` says which. */
  reorganize(network: Network, depth: number, keeps: boolean): Promise<void>;
  /** Calls a method of the BSC node itself. */
  callBscNode(method: string, parameters?: readonly unknown[]): Promise<unknown>;
}

/** Starts both nodes in memory, with the test token deployed. Disposing stops all of it. */
export async function startProxiedChains<Proxy extends NodeProxy>(
  options: ProxiedChainsOptions<Proxy>,
): Promise<ProxiedChains<Proxy>> {
  const { clock, openProxy } = options;
  await using stack = new AsyncDisposableStack();
  const anvil = stack.use(
    await (options.startBscNode ?? startAnvil)({
      stateFile: undefined,
      timeOffsetMs: 0,
      ...(options.slotsPerEpoch !== undefined && { slotsPerEpoch: options.slotsPerEpoch }),
    }),
  );
  const usdtContract = await ensureTestToken(anvil.url, async () => void (await anvil.call('evm_mine')));
  const tron = stack.use(
    await startTronNode({
      blockIntervalMs: NEVER_MS,
      solidityLag: options.tronFinalityBlocks,
      now: () => clock.now(),
    }),
  );
  const proxies = {
    BSC: stack.use(await openProxy(anvil.url, 'BSC')),
    TRON: stack.use(await openProxy(tron.url, 'TRON')),
  };
  const adapters = stack.use(new DisposableStack());
  const connect = connectsTo({ ...options, usdtContract, adapters });
  const parts = {
    chains: connect(proxies.BSC.url, proxies.TRON.url),
    honest: connect(anvil.url, tron.url),
    bscUrl: anvil.url,
    tronUrl: tron.url,
    usdtContract,
    proxies,
  };
  const owned = stack.move();
  return {
    ...parts,
    connectImpatient: (requestTimeoutMs) => connect(proxies.BSC.url, proxies.TRON.url, requestTimeoutMs),
    mine: (network, blocks) => mine({ anvil, tron, clock }, network, blocks),
    reorganize: async (network, depth, keeps) => {
      if (network === 'BSC') await anvil.call('anvil_reorg', [depth, []]);
      else tron.switchFork(depth, () => keeps);
    },
    callBscNode: (method, parameters) => anvil.call(method, parameters),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

type Connect = (
  bscUrl: string,
  tronUrl: string,
  requestTimeoutMs?: number,
) => ProxiedChains<unknown>['chains'];

function connectsTo(
  options: Pick<
    ProxiedChainsOptions<NodeProxy>,
    'bscFinality' | 'feeMaxWei' | 'bscBlockAgeMaxMs' | 'keys'
  > & {
    readonly usdtContract: string;
    readonly adapters: DisposableStack;
  },
): Connect {
  const { usdtContract, adapters, bscFinality: finality, feeMaxWei = 10n ** 12n } = options;
  const keys = options.keys ?? deriveKeys(createMnemonic());
  return (bscUrl, tronUrl, requestTimeoutMs = REQUEST_TIMEOUT_MS) => ({
    BSC: adapters.use(
      new BscChain({
        network: 'local',
        rpcUrl: bscUrl,
        usdtContract,
        finality,
        feePerGas: { minWei: 0n, maxWei: feeMaxWei },
        blockAgeMaxMs: options.bscBlockAgeMaxMs ?? null,
        requestTimeoutMs,
        keys: keys.BSC,
      }),
    ),
    TRON: new TronChain({ network: 'local', rpcUrl: tronUrl, requestTimeoutMs, keys: keys.TRON }),
  });
}

async function mine(
  { anvil, tron, clock }: { anvil: Anvil; tron: TronNode; clock: ManualClock },
  network: Network,
  blocks: number,
): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    clock.advance(BLOCK_MS);
    if (network === 'BSC') await anvil.call('evm_mine');
    else tron.produceBlock();
  }
}
