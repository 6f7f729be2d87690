import { join } from 'node:path';
import { type Chain, FailoverChain } from '@glasspool/chains';
import { BscChain } from '@glasspool/chains/bsc';
import type { NetworkKeys } from '@glasspool/chains/keys';
import { LOCAL_FINALITY_BLOCKS, type LocalChains } from '@glasspool/chains/local';
import { TronChain } from '@glasspool/chains/tron';
import type { Network } from '@glasspool/core';
import type { Logger } from 'pino';
import { machineClock } from './adapters/clock.ts';
import type { Config } from './config/config.ts';
import type { TronNodeUrls } from './config/settings.ts';
import type { NamedNode } from './dependencies/node-probe.ts';
import { connectSharedChains } from './dev/shared-local-chains.ts';
import { spawnLocalChains } from './dev/spawn-local-chains.ts';
import type { RemoteKeys } from './signer/connect-signer.ts';

/** BSC makes several blocks a second. */
const BSC_BLOCK_AGE_MAX_MS = 30_000;
/** After a start TRX payouts wait this long; a local node takes a transaction within a second. */
const LOCAL_TRON_SIGNED_FOR_MS = 20_000;

/** The adapters of both chains, and the local nodes behind them where this program runs those. */
export interface ConnectedChains extends AsyncDisposable {
  readonly chains: Readonly<Record<Network, FailoverChain>>;
  /** The same nodes one by one, to look at each. */
  readonly nodes: readonly NamedNode[];
  readonly local: LocalChains | undefined;
}

/** Makes the adapters of the nodes of the settings, or starts local nodes. Nothing is asked yet. */
export async function connectChains(
  config: Config,
  signer: Pick<RemoteKeys, 'keys' | 'useLocalNode'>,
  { timeOffsetMs, ...options }: { timeOffsetMs: number } & ConnectOptions,
): Promise<ConnectedChains> {
  await using stack = new AsyncDisposableStack();
  const { chains: settings } = config;
  const local =
    settings.network === 'local'
      ? stack.use(await openLocalChains(settings, config, timeOffsetMs))
      : undefined;
  const nodes = settings.network === 'local' ? local && toSettings(local) : settings;
  if (nodes === undefined) throw new Error('The local chains are not running.');
  if (local !== undefined) await signer.useLocalNode(local.tronUrl);
  const connected = stack.use(connectNodes(config, nodes, signer.keys, options));
  const owned = stack.move();
  return {
    chains: connected.chains,
    nodes: connected.nodes,
    local,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function openLocalChains(
  settings: Extract<Config['chains'], { network: 'local' }>,
  { dataDir }: Config,
  timeOffsetMs: number,
): Promise<LocalChains> {
  const { sharedUrl } = settings;
  return sharedUrl === undefined
    ? spawnLocalChains({ ...settings, folder: join(dataDir, 'chains'), timeOffsetMs })
    : connectSharedChains(sharedUrl, timeOffsetMs);
}

/** Nodes of both networks, and the token's contract. */
export interface NodeSettings {
  readonly bscUrls: NotEmpty<string>;
  readonly tronNodes: NotEmpty<TronNodeUrls>;
  readonly usdtContract: string;
}

export interface ConnectOptions {
  readonly log?: Logger;
  /** True while an admin lets the nodes of a network that answer decide without the others. */
  readonly mayDecideAlone?: (network: Network) => Promise<boolean>;
}

export interface ConnectedNodes extends Disposable {
  readonly chains: ConnectedChains['chains'];
  readonly nodes: readonly NamedNode[];
}

/** Makes the adapters of nodes. Nothing is asked yet. */
export function connectNodes(
  config: Pick<Config, 'network' | 'bscStalledAfterBlocks' | 'bscFeePerGas'>,
  settings: NodeSettings,
  keys: Readonly<Record<Network, NetworkKeys>>,
  { log, mayDecideAlone = async () => false }: ConnectOptions = {},
): ConnectedNodes {
  using stack = new DisposableStack();
  const { network } = config;
  const bscNodes = mapUrls(settings.bscUrls, (url, number): NamedNode => {
    const chain = stack.use(connectBsc(config, { url, usdtContract: settings.usdtContract, keys: keys.BSC }));
    const assertToken = (): Promise<void> => chain.assertToken();
    return { name: `BSC node ${number}`, place: describeNode('BSC_RPC_URL', url), chain, assertToken };
  });
  const tronNodes = mapUrls(settings.tronNodes, (urls, number): NamedNode => {
    const assertToken = async (): Promise<void> => undefined;
    const place = describeNode('TRON_RPC_URL', urls.rpcUrl);
    const signedFor = network === 'local' ? { signedForMs: LOCAL_TRON_SIGNED_FOR_MS } : {};
    const chain = new TronChain({ network, ...urls, keys: keys.TRON, ...signedFor });
    const keepsInternal = () => chain.keepsInternalTransactions();
    return { name: `TRON node ${number}`, place, chain, assertToken, keepsInternal };
  });
  const getOptions = (of: Network) => ({
    readNow: machineClock.now,
    reportBroadcast: reportBroadcasts(of, log),
    mayDecideAlone: () => mayDecideAlone(of),
  });
  const chains = {
    BSC: new FailoverChain(toChains(bscNodes), getOptions('BSC')),
    TRON: new FailoverChain(toChains(tronNodes), getOptions('TRON')),
  };
  const owned = stack.move();
  return { chains, nodes: [...bscNodes, ...tronNodes], [Symbol.dispose]: () => owned.dispose() };
}

function connectBsc(
  { network, bscStalledAfterBlocks, bscFeePerGas }: Parameters<typeof connectNodes>[0],
  { url, usdtContract, keys }: { url: string; usdtContract: string; keys: NetworkKeys },
): BscChain {
  return new BscChain({
    network,
    rpcUrl: url,
    usdtContract,
    finality:
      network === 'local'
        ? { kind: 'depth', blocks: LOCAL_FINALITY_BLOCKS }
        : { kind: 'tag', stalledAfterBlocks: bscStalledAfterBlocks },
    feePerGas: bscFeePerGas,
    // The local chain makes blocks only when there is something in them.
    blockAgeMaxMs: network === 'local' ? null : BSC_BLOCK_AGE_MAX_MS,
    keys,
  });
}

type NotEmpty<Item> = readonly [Item, ...Item[]];

function mapUrls<Urls, Result>(
  [first, ...rest]: NotEmpty<Urls>,
  connect: (urls: Urls, number: number) => Result,
): NotEmpty<Result> {
  return [connect(first, 1), ...rest.map((url, index) => connect(url, index + 2))];
}

function toChains([first, ...rest]: NotEmpty<NamedNode>): NotEmpty<Chain> {
  return [first.chain, ...rest.map(({ chain }) => chain)];
}

/** The answer of a node that takes a transaction: its hash on BSC, a result on TRON. */
const TAKEN = /^0x[0-9a-f]{64}$|"result":true/;

/** Logs what nodes answer to a broadcast, each answer that is not the last one; it decides nothing (docs/decisions/006). */
function reportBroadcasts(network: Network, log: Logger | undefined): (answers: readonly string[]) => void {
  let last = '';
  return (answers) => {
    const text = answers.join('; ');
    const level = answers.every((answer) => TAKEN.test(answer)) ? 'info' : 'warn';
    if (text !== last) log?.[level]({ network, answers }, 'broadcast answered');
    last = text;
  };
}

/** Setting and host of a node. The rest of its address may hold a key. */
function describeNode(setting: string, url: string): string {
  return `${setting}: the node ${new URL(url).host}`;
}

function toSettings({ bscUrl, tronUrl, usdtContract }: LocalChains) {
  const tronNode = { rpcUrl: tronUrl, solidityUrl: undefined };
  return { bscUrls: [bscUrl], tronNodes: [tronNode], usdtContract } as const;
}
