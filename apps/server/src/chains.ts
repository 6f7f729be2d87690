import { join } from 'node:path';
import { type Chain, FailoverChain } from '@glasspool/chains';
import { BscChain, TokenMismatchError } from '@glasspool/chains/bsc';
import { LOCAL_FINALITY_BLOCKS, type LocalChains } from '@glasspool/chains/local';
import { TronChain } from '@glasspool/chains/tron';
import type { Network } from '@glasspool/core';
import type { Config } from './config/config.ts';
import { spawnLocalChains } from './dev/spawn-local-chains.ts';
import type { RemoteKeys } from './signer/connect-signer.ts';

/** BSC makes several blocks a second. */
const BSC_BLOCK_AGE_MAX_MS = 30_000;
/** After a start TRX payouts wait this long; a local node takes a transaction within a second. */
const LOCAL_TRON_SIGNED_FOR_MS = 20_000;

/** The adapters of both chains, and the local nodes behind them where this program runs those. */
export interface ConnectedChains extends AsyncDisposable {
  readonly chains: Readonly<Record<Network, Chain>>;
  readonly local: LocalChains | undefined;
}

/**
 * Connects to the nodes of the settings, or starts local ones, and refuses every network that is not a test network.
 *
 * @throws NetworkRefusedError before anything else happens with the node.
 */
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
  const [bscUrl, ...moreBscUrls] = nodes.bscUrls;
  const [tronUrl, ...moreTronUrls] = nodes.tronUrls;
  const bscNodes = [connectBsc(bscUrl), ...moreBscUrls.map(connectBsc)] as const;
  const bsc = new FailoverChain(bscNodes);
  const tron = new FailoverChain([connectTron(tronUrl), ...moreTronUrls.map(connectTron)]);
  await bsc.assertAllowedNetwork();
  await tron.assertAllowedNetwork();
  await assertToken(bscNodes);
  const owned = stack.move();
  return { chains: { BSC: bsc, TRON: tron }, local, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function toSettings({ bscUrl, tronUrl, usdtContract }: LocalChains) {
  return { bscUrls: [bscUrl], tronUrls: [tronUrl], usdtContract } as const;
}

/** Asks every node: one that does not answer may come back, one that shows another token may not be used. */
async function assertToken(nodes: readonly BscChain[]): Promise<void> {
  const results = await Promise.allSettled(nodes.map((node) => node.assertToken()));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const mismatch = failures.find((error) => error instanceof TokenMismatchError);
  if (mismatch !== undefined) throw mismatch;
  if (failures.length === nodes.length) throw failures[0];
}
