import { join } from 'node:path';
import type { Chain } from '@glasspool/chains';
import { BscChain } from '@glasspool/chains/bsc';
import type { NetworkKeys } from '@glasspool/chains/keys';
import { LOCAL_FINALITY_BLOCKS, type LocalChains } from '@glasspool/chains/local';
import { TronChain } from '@glasspool/chains/tron';
import type { Network } from '@glasspool/core';
import type { Config } from './config/config.ts';
import { spawnLocalChains } from './dev/spawn-local-chains.ts';

/** BSC makes several blocks a second. */
const BSC_BLOCK_AGE_MAX_MS = 30_000;

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
  keys: Readonly<Record<Network, NetworkKeys>>,
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
  const nodes = settings.network === 'local' ? local : settings;
  if (nodes === undefined) throw new Error('The local chains are not running.');
  const bsc = stack.use(
    new BscChain({
      network,
      rpcUrl: nodes.bscUrl,
      usdtContract: nodes.usdtContract,
      finality: network === 'local' ? { kind: 'depth', blocks: LOCAL_FINALITY_BLOCKS } : { kind: 'tag' },
      feePerGas: config.bscFeePerGas,
      // The local chain makes blocks only when there is something in them.
      blockAgeMaxMs: network === 'local' ? null : BSC_BLOCK_AGE_MAX_MS,
      keys: keys.BSC,
    }),
  );
  const tron = new TronChain({ network, rpcUrl: nodes.tronUrl, keys: keys.TRON });
  await bsc.assertAllowedNetwork();
  await tron.assertAllowedNetwork();
  await bsc.assertToken();
  const owned = stack.move();
  return { chains: { BSC: bsc, TRON: tron }, local, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
