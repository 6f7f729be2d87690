import { join } from 'node:path';
import { type Chain, FailoverChain } from '@glasspool/chains';
import { BscChain } from '@glasspool/chains/bsc';
import { LOCAL_FINALITY_BLOCKS, type LocalChains } from '@glasspool/chains/local';
import { TronChain } from '@glasspool/chains/tron';
import type { Network } from '@glasspool/core';
import type { Config } from './config/config.ts';
import type { NamedNode } from './dependencies/node-probe.ts';
import { spawnLocalChains } from './dev/spawn-local-chains.ts';
import type { RemoteKeys } from './signer/connect-signer.ts';

/** BSC makes several blocks a second. */
const BSC_BLOCK_AGE_MAX_MS = 30_000;
/** After a start TRX payouts wait this long; a local node takes a transaction within a second. */
const LOCAL_TRON_SIGNED_FOR_MS = 20_000;

/** The adapters of both chains, and the local nodes behind them where this program runs those. */
export interface ConnectedChains extends AsyncDisposable {
  readonly chains: Readonly<Record<Network, Chain>>;
  /** The same nodes one by one, to look at each. */
  readonly nodes: readonly NamedNode[];
  readonly local: LocalChains | undefined;
}

/** Makes the adapters of the nodes of the settings, or starts local nodes. Nothing is asked yet. */
export async function connectChains(
  config: Config,
  signer: Pick<RemoteKeys, 'keys' | 'useLocalNode'>,
  timeOffsetMs: number,
): Promise<ConnectedChains> {
  await using stack = new AsyncDisposableStack();
  const { chains: settings, network } = config;
  const local =
    settings.network === 'local'
      ? stack.use(
          await spawnLocalChains({ ...settings, folder: join(config.dataDir, 'chains'), timeOffsetMs }),
        )
      : undefined;
  const nodes = settings.network === 'local' ? local && toSettings(local) : settings;
  if (nodes === undefined) throw new Error('The local chains are not running.');
  const { keys } = signer;
  if (local !== undefined) await signer.useLocalNode(local.tronUrl);
  const connectBsc = (rpcUrl: string): BscChain =>
    stack.use(
      new BscChain({
        network,
        rpcUrl,
        usdtContract: nodes.usdtContract,
        finality:
          network === 'local'
            ? { kind: 'depth', blocks: LOCAL_FINALITY_BLOCKS }
            : { kind: 'tag', stalledAfterBlocks: config.bscStalledAfterBlocks },
        feePerGas: config.bscFeePerGas,
        // The local chain makes blocks only when there is something in them.
        blockAgeMaxMs: network === 'local' ? null : BSC_BLOCK_AGE_MAX_MS,
        keys: keys.BSC,
      }),
    );
  const connectTron = (rpcUrl: string): TronChain =>
    new TronChain({
      network,
      rpcUrl,
      keys: keys.TRON,
      ...(network === 'local' ? { signedForMs: LOCAL_TRON_SIGNED_FOR_MS } : {}),
    });
  const bscNodes = mapUrls(nodes.bscUrls, (url, number): BscNode => {
    const chain = connectBsc(url);
    const assertToken = (): Promise<void> => chain.assertToken();
    return { name: `BSC node ${number}`, place: describeNode('BSC_RPC_URL', url), chain, assertToken };
  });
  const tronNodes = mapUrls(nodes.tronUrls, (url, number): NamedNode => {
    const assertToken = async (): Promise<void> => undefined;
    const place = describeNode('TRON_RPC_URL', url);
    return { name: `TRON node ${number}`, place, chain: connectTron(url), assertToken };
  });
  const chains = {
    BSC: new FailoverChain(toChains(bscNodes)),
    TRON: new FailoverChain(toChains(tronNodes)),
  };
  const owned = stack.move();
  return {
    chains,
    nodes: [...bscNodes, ...tronNodes],
    local,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

type BscNode = NamedNode & { readonly chain: BscChain };
type NotEmpty<Item> = readonly [Item, ...Item[]];

function mapUrls<Result>(
  [first, ...rest]: NotEmpty<string>,
  connect: (url: string, number: number) => Result,
): NotEmpty<Result> {
  return [connect(first, 1), ...rest.map((url, index) => connect(url, index + 2))];
}

function toChains([first, ...rest]: NotEmpty<NamedNode>): NotEmpty<Chain> {
  return [first.chain, ...rest.map(({ chain }) => chain)];
}

/** Setting and host of a node. The rest of its address may hold a key. */
function describeNode(setting: string, url: string): string {
  return `${setting}: the node ${new URL(url).host}`;
}

function toSettings({ bscUrl, tronUrl, usdtContract }: LocalChains) {
  return { bscUrls: [bscUrl], tronUrls: [tronUrl], usdtContract } as const;
}
