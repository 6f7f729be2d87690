// Nodes of test networks as an operator names them in the settings: chain 97, and TRON with the first block of Nile, two of each, behind
// proxies that can fail.
import { type Anvil, ensureTestToken, startTronNode, type TronNode } from '@glasspool/chains/local';
import { startTestBscNode } from '@glasspool/chains/testing';
import { NodeProxy } from './node-proxy.ts';

const BSC_TESTNET = 97;
const BLOCK_MS = 500;
/** `finalized` is two epochs back. */
const SLOTS_PER_EPOCH = 2;
const TRON_SOLIDITY_LAG = 3;

export interface TestNetwork extends AsyncDisposable {
  readonly anvil: Anvil;
  readonly tron: TronNode;
  readonly usdtContract: string;
  /** Two proxies for each node. */
  readonly bsc: readonly [NodeProxy, NodeProxy];
  readonly tronProxies: readonly [NodeProxy, NodeProxy];
  /** Settings that name the proxies. */
  readonly env: Readonly<Record<string, string>>;
}

export async function startTestNetwork(): Promise<TestNetwork> {
  await using stack = new AsyncDisposableStack();
  const anvil = stack.use(
    await startTestBscNode({
      stateFile: undefined,
      timeOffsetMs: 0,
      chainId: BSC_TESTNET,
      slotsPerEpoch: SLOTS_PER_EPOCH,
    }),
  );
  const mine = async (): Promise<void> => void (await anvil.call('evm_mine'));
  const usdtContract = await ensureTestToken(anvil.url, mine);
  // A node of a test network has a final block.
  for (let block = 0; block < 8; block += 1) await mine();
  const timer = setInterval(() => void mine().catch(() => undefined), BLOCK_MS);
  stack.defer(() => clearInterval(timer));
  const tron = stack.use(
    await startTronNode({ blockIntervalMs: BLOCK_MS, solidityLag: TRON_SOLIDITY_LAG, now: Date.now }),
  );
  for (let block = 0; block < 8; block += 1) tron.produceBlock();
  const getProxy = async (url: string): Promise<NodeProxy> => stack.use(await NodeProxy.start(url));
  const bsc = [await getProxy(anvil.url), await getProxy(anvil.url)] as const;
  const tronProxies = [await getProxy(tron.url), await getProxy(tron.url)] as const;
  const env = {
    BSC_RPC_URL: bsc.map(({ url }) => url).join(','),
    TRON_RPC_URL: tronProxies.map(({ url }) => url).join(','),
    USDT_CONTRACT: usdtContract,
  };
  const owned = stack.move();
  return {
    anvil,
    tron,
    usdtContract,
    bsc,
    tronProxies,
    env,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
