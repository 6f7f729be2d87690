import type { NetworkSetting } from '@glasspool/chains';
import { TEST_USDT_ADDRESS } from '@glasspool/chains/local';
import { type Currency, toChecksumAddress } from '@glasspool/core';
import { ConfigError } from './config-error.ts';
import { readEnv } from './env.ts';
import { Env, pairTronUrls, resolveFolders, type TronNodeUrls } from './settings.ts';

const SignerEnv = Env.pick({
  NETWORK: true,
  DATA_DIR: true,
  SIGNER_DIR: true,
  SIGNER_SOCKET: true,
  USDT_CONTRACT: true,
  TRON_RPC_URL: true,
  TRON_SOLIDITY_URL: true,
  WITHDRAWAL_DAILY_CAP_USDT: true,
  WITHDRAWAL_DAILY_CAP_TRX: true,
  OPERATOR_DAILY_CAP_USDT: true,
  OPERATOR_DAILY_CAP_TRX: true,
});

/** The signer's own settings. It takes none from the process that asks it. */
export interface SignerConfig {
  readonly network: NetworkSetting;
  /** Folder of a SQLite database. */
  readonly dataDir: string;
  /** Folder of the keystore and of the log. */
  readonly dir: string;
  readonly socketPath: string;
  readonly usdtContract: string;
  /** Nodes that are asked for the time of TRON's final block; on a local network the pool names one. */
  readonly tronNodes: readonly TronNodeUrls[];
  /** The most that is signed on one day, in micro-units. */
  readonly dailyCapMicro: Readonly<Record<'user' | 'operator', Readonly<Record<Currency, bigint>>>>;
}

/**
 * Reads the signer's environment.
 *
 * @throws ConfigError with one line per mistake.
 */
export function loadSignerConfig(source?: NodeJS.ProcessEnv): SignerConfig {
  const parsed = SignerEnv.safeParse(readEnv(Object.keys(SignerEnv.shape), source));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The settings of the signer are not valid:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const usdtContract = env.NETWORK === 'local' ? TEST_USDT_ADDRESS : env.USDT_CONTRACT;
  const tronNodes = env.NETWORK === 'local' ? [] : pairTronUrls(env);
  const { SIGNER_SOCKET: socketPath } = env;
  if (socketPath === undefined || usdtContract === undefined || tronNodes === undefined)
    throw new ConfigError(
      'The settings of the signer are not valid:\nSIGNER_SOCKET, USDT_CONTRACT and TRON_RPC_URL: all needed with NETWORK=testnet',
    );
  const { dataDir, signerDir } = resolveFolders(env);
  return {
    network: env.NETWORK,
    dataDir,
    dir: signerDir,
    socketPath,
    usdtContract: toChecksumAddress(usdtContract),
    tronNodes,
    dailyCapMicro: {
      user: { USDT: env.WITHDRAWAL_DAILY_CAP_USDT, TRX: env.WITHDRAWAL_DAILY_CAP_TRX },
      operator: { USDT: env.OPERATOR_DAILY_CAP_USDT, TRX: env.OPERATOR_DAILY_CAP_TRX },
    },
  };
}

const FolderEnv = Env.pick({ NETWORK: true, DATA_DIR: true, SIGNER_DIR: true });

export type KeystoreFolders = Pick<SignerConfig, 'network' | 'dataDir' | 'dir'>;

/** Returns the folders of the settings, for commands about the keystore: whether of the signer or of a server with its own. */
export function loadKeystoreFolders(source?: NodeJS.ProcessEnv): KeystoreFolders {
  const env = FolderEnv.parse(readEnv(Object.keys(FolderEnv.shape), source));
  const { dataDir, signerDir } = resolveFolders(env);
  return { network: env.NETWORK, dataDir, dir: signerDir };
}
