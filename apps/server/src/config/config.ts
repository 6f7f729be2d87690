import { resolve } from 'node:path';
import type { NetworkSetting } from '@glasspool/chains';
import type { FeeLimits } from '@glasspool/chains/bsc';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@glasspool/core';
import type { DatabaseUrl } from '@glasspool/db';
import type { PoolSettings } from '@glasspool/pool/deps';
import { hashToken } from '../adapters/token-hash.ts';
import { ConfigError } from './config-error.ts';
import { forgetEnv, readEnv } from './env.ts';
import {
  Env,
  KeystorePassword,
  LOCAL_DEFAULTS,
  PPM_PER_PERCENT,
  pairTronUrls,
  resolveFolders,
  SETTING_NAMES,
  type TronNodeUrls,
} from './settings.ts';

/** First terms: up to 5, 3 and 1 % of the rewards of invited users, together at most 5 % of a run. */
const REFERRAL_RATES_PPM = [50_000, 30_000, 10_000] as const;
const REFERRAL_CAP_PPM = 50_000;

/** URLs of the nodes of a chain; at least one. */
type NodeUrls = readonly [string, ...string[]];

/** The chains to talk to: nodes of an operator, or local ones that this program starts. */
type ChainConfig =
  | {
      readonly network: 'local';
      readonly bscBlockMs: number;
      readonly tronBlockMs: number;
      readonly anvilPath: string | undefined;
      /** Address of local chains that several processes share; this program starts its own when it is undefined. */
      readonly sharedUrl: string | undefined;
    }
  | {
      readonly network: 'testnet';
      readonly bscUrls: NodeUrls;
      readonly usdtContract: string;
      readonly tronNodes: readonly [TronNodeUrls, ...TronNodeUrls[]];
    };

/** The program's settings. They hold no secret: a secret is read when it is needed. */
export interface Config {
  readonly network: NetworkSetting;
  readonly http: { readonly host: string; readonly port: number; readonly publicUrl: string | undefined };
  /** Proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  /** The socket of a signer that runs by itself, or the folder of the one that this program starts. */
  readonly signer: { readonly socketPath: string | undefined; readonly dir: string };
  readonly chains: ChainConfig;
  /** Blocks on top of one that count as finality while the chain names none. */
  readonly bscStalledAfterBlocks: number;
  readonly bscFeePerGas: FeeLimits;
  readonly metricsTokenHash: string | undefined;
  readonly mailFrom: string;
  /** Refuses a mail server that offers no TLS. */
  readonly requiresSmtpTls: boolean;
  /** Longest wait at the start for what may come, in ms. */
  readonly startWaitMs: number;
  readonly logLevel: Env['LOG_LEVEL'];
  /** Factor on the built-in limits of calls. */
  readonly limitFactor: number;
  /** All of the pool's settings but its public address, which may depend on the port that was free. */
  readonly pool: Omit<PoolSettings, 'publicUrl'>;
}

/**
 * Reads the environment.
 *
 * @throws ConfigError with one line a mistake.
 */
export function loadConfig(source?: NodeJS.ProcessEnv): Config {
  const parsed = Env.safeParse(readEnv(SETTING_NAMES, source));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The settings are not valid:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const { dataDir, signerDir } = resolveFolders(env);
  return {
    network: env.NETWORK,
    http: { host: env.HOST, port: env.PORT, publicUrl: env.PUBLIC_URL },
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    dataDir,
    signer: { socketPath: env.SIGNER_SOCKET, dir: signerDir },
    chains: chainConfig(env),
    bscFeePerGas: {
      minWei: BigInt(env.BSC_FEE_PER_GAS_MIN_WEI),
      maxWei: BigInt(env.BSC_FEE_PER_GAS_MAX_WEI),
    },
    bscStalledAfterBlocks: env.BSC_STALLED_AFTER_BLOCKS,
    mailFrom: env.MAIL_FROM,
    requiresSmtpTls: env.SMTP_TLS === 'required',
    startWaitMs: env.START_WAIT_SECONDS * SECOND_MS,
    metricsTokenHash: env.METRICS_TOKEN === undefined ? undefined : hashToken(env.METRICS_TOKEN),
    logLevel: env.LOG_LEVEL,
    // All users of a local network come from one address.
    limitFactor: env.RATE_LIMIT_FACTOR ?? (env.NETWORK === 'local' ? 100 : 1),
    pool: poolSettings(env),
  };
}

/** URL of the database with its password, as currently set; SQLite in the data folder by default. `loadConfig` has checked it. */
export function readDatabaseUrl(dataDir: string, source?: NodeJS.ProcessEnv): DatabaseUrl {
  const name = 'DATABASE_URL';
  const url = readEnv([name], source)[name];
  if (url === undefined) return `sqlite:${resolve(dataDir, 'glasspool.db')}`;
  return `postgres:${url.slice(url.indexOf(':') + 1)}`;
}

/** Returns the data folder of the settings, for messages of a start that failed. */
export function readDataDir(source?: NodeJS.ProcessEnv): string {
  const name = 'DATA_DIR';
  return resolveFolders({ DATA_DIR: readEnv([name], source)[name] ?? Env.shape.DATA_DIR.parse(undefined) })
    .dataDir;
}

/** URL of the mail server with its password, as currently set. `loadConfig` has checked it. */
export function readSmtpUrl(source?: NodeJS.ProcessEnv): string | undefined {
  const name = 'SMTP_URL';
  return readEnv([name], source)[name];
}

/** The keystore's password, where it is set. For the signer, which has an environment of its own. */
export function readKeystorePassword(source?: NodeJS.ProcessEnv): string | undefined {
  const name = 'KEYSTORE_PASSWORD';
  return readEnv([name], source)[name];
}

/** Once the signer has the keystore's password, this process does without. */
export function forgetKeystorePassword(): void {
  forgetEnv(['KEYSTORE_PASSWORD']);
}

/**
 * The password that `npm run keystore -- change-password` sets.
 *
 * @throws ConfigError when it is missing or too short.
 */
export function readNewKeystorePassword(source?: NodeJS.ProcessEnv): string {
  const name = 'KEYSTORE_PASSWORD_NEW';
  const parsed = KeystorePassword.safeParse(readEnv([name], source)[name]);
  if (parsed.success) return parsed.data;
  throw new ConfigError(`${name}: set it to the new password; it must have at least 12 characters.`);
}

function chainConfig(env: Env): ChainConfig {
  if (env.NETWORK === 'local') {
    return {
      network: 'local',
      bscBlockMs: env.LOCAL_BSC_BLOCK_MS,
      tronBlockMs: env.LOCAL_TRON_BLOCK_MS,
      anvilPath: env.ANVIL_PATH,
      sharedUrl: env.LOCAL_CHAINS_URL,
    };
  }
  const { BSC_RPC_URL: bscUrls, USDT_CONTRACT: usdtContract } = env;
  const tronNodes = pairTronUrls(env);
  const required = {
    BSC_RPC_URL: bscUrls,
    USDT_CONTRACT: usdtContract,
    TRON_RPC_URL: tronNodes,
    PUBLIC_URL: env.PUBLIC_URL,
    // A signer that runs by itself has it, and no other process.
    ...(env.SIGNER_SOCKET === undefined ? { KEYSTORE_PASSWORD: env.KEYSTORE_PASSWORD } : {}),
    SMTP_URL: env.SMTP_URL,
  };
  if (env.ADMIN_2FA === 'off') {
    throw new ConfigError(
      'The settings are not valid:\nADMIN_2FA: can be off with NETWORK=local only; admins need two-factor authentication everywhere else',
    );
  }
  const missing = Object.entries(required).flatMap(([name, value]) =>
    value === undefined ? [`${name}: needed with NETWORK=testnet`] : [],
  );
  if (env.PUBLIC_URL?.startsWith('https:') && env.TRUSTED_PROXIES === undefined)
    missing.push(
      'TRUSTED_PROXIES: needed where PUBLIC_URL begins with https: a proxy is in front then, and unless it is named here all users share the limits of one (docs/operations.md)',
    );
  const contacts = Object.entries(LOCAL_DEFAULTS).flatMap(([name, value]) =>
    Reflect.get(env, name) === value
      ? [`${name}: needed with NETWORK=testnet; its default reaches no one`]
      : [],
  );
  missing.push(...contacts);
  if (bscUrls === undefined || usdtContract === undefined || tronNodes === undefined || missing.length > 0) {
    throw new ConfigError(`The settings are not valid:\n${missing.join('\n')}`);
  }
  return { network: 'testnet', bscUrls, usdtContract, tronNodes };
}

function poolSettings(env: Env): Config['pool'] {
  return {
    contacts: { email: env.SUPPORT_EMAIL, phone: env.SUPPORT_PHONE, communityUrl: env.COMMUNITY_URL },
    sourceUrl: env.SOURCE_URL,
    passwordLengthMin: env.PASSWORD_MIN,
    firstTerms: {
      targetRatePpm: Math.round(env.TARGET_RATE_PERCENT * PPM_PER_PERCENT),
      termDays: env.TERM_DAYS,
      minimumMicro: { USDT: env.INVESTMENT_MIN_USDT, TRX: env.INVESTMENT_MIN_TRX },
      withdrawalMinimumMicro: { USDT: env.WITHDRAWAL_MIN_USDT, TRX: env.WITHDRAWAL_MIN_TRX },
      withdrawalFeeMicro: { USDT: env.WITHDRAWAL_FEE_USDT, TRX: env.WITHDRAWAL_FEE_TRX },
      referralRatesPpm: REFERRAL_RATES_PPM,
      referralCapPpm: REFERRAL_CAP_PPM,
    },
    withdrawalReviewMicro: { USDT: env.WITHDRAWAL_REVIEW_USDT, TRX: env.WITHDRAWAL_REVIEW_TRX },
    withdrawalDailyCapMicro: { USDT: env.WITHDRAWAL_DAILY_CAP_USDT, TRX: env.WITHDRAWAL_DAILY_CAP_TRX },
    operatorReviewMicro: { USDT: env.OPERATOR_REVIEW_USDT, TRX: env.OPERATOR_REVIEW_TRX },
    operatorDailyCapMicro: { USDT: env.OPERATOR_DAILY_CAP_USDT, TRX: env.OPERATOR_DAILY_CAP_TRX },
    sweepMinimumMicro: { USDT: env.SWEEP_MIN_USDT, TRX: env.SWEEP_MIN_TRX },
    replaceAfterMs: env.BSC_REPLACE_AFTER_MINUTES * MINUTE_MS,
    invitedWatchers: env.WATCHER_KEYS,
    // Off by default on the local networks, and nowhere else to be switched off.
    needsTwoFactor: env.NETWORK === 'local' ? env.ADMIN_2FA === 'on' : true,
    backupEveryMs: env.NETWORK === 'local' ? undefined : DAY_MS,
    replacesFirstPassword: env.NETWORK !== 'local',
    inactivityMs: { user: DAY_MS, admin: 30 * MINUTE_MS, auditor: 30 * MINUTE_MS },
    keepsMailbox: env.NETWORK === 'local' && env.SMTP_URL === undefined,
  };
}
