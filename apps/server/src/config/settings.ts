import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { KEYSTORE_PASSWORD_LENGTH_MIN } from '@glasspool/chains/keys';
import { AmountString, parseAmount, TERMS_LIMITS } from '@glasspool/core';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
export const PPM_PER_PERCENT = 10_000;
/** unix(7): a path of 108 bytes with its end. */
const SOCKET_PATH_LENGTH_MAX = 107;

const integer = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
const amount = (fallback: string) => z.string().default(fallback).pipe(AmountString).transform(parseAmount);
const feeAmount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/, { error: 'must be a plain amount such as 0 or 0.5' })
  .default('0')
  .transform(parseAmount);
const url = z.url({ error: 'must be a URL' });
const NODES_MAX = 5;
/** One node, or several with commas between: the next is asked when one does not answer. */
const nodeUrls = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(
    z
      .tuple([url], url)
      .refine((urls) => urls.length <= NODES_MAX, { error: `must be at most ${NODES_MAX} URLs` })
      .refine((urls) => new Set(urls).size === urls.length, {
        error: 'names a node twice: two that agree would be one',
      }),
  );

const isProxyAddress = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  const bits = family === 4 ? 32 : 128;
  const isBlock = prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
  return family !== 0 && isBlock && rest.length === 0;
};
const proxies = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(
    z.array(z.string().refine(isProxyAddress, { error: 'must be addresses, or blocks such as 10.0.0.0/8' })),
  );

const WATCHERS_MAX = 100;
const watcherKeys = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .pipe(
    z
      .array(z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be public keys of 64 hex digits' }))
      .max(WATCHERS_MAX, { error: `must be at most ${WATCHERS_MAX} keys` }),
  );

/** Contacts of a local network. They reach no one, so a test network refuses them. */
export const LOCAL_DEFAULTS = {
  MAIL_FROM: 'Glasspool <no-reply@glasspool.test>',
  SUPPORT_EMAIL: 'support@glasspool.test',
  SUPPORT_PHONE: '+1 555 0100',
  COMMUNITY_URL: 'https://community.glasspool.test',
} as const;

export const KeystorePassword = z.string().min(KEYSTORE_PASSWORD_LENGTH_MIN, {
  error: `must have at least ${KEYSTORE_PASSWORD_LENGTH_MIN} characters`,
});

/** Every setting, with its default. `.env.example` lists the same. */
export const Env = z.object({
  NETWORK: z
    .enum(['local', 'testnet'], { error: 'must be local or testnet; there is no other network' })
    .default('local'),
  PORT: integer(3000, 0, 65_535),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url.optional(),
  TRUSTED_PROXIES: proxies.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://, or be left out for SQLite' })
    .optional(),
  BSC_RPC_URL: nodeUrls.optional(),
  USDT_CONTRACT: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be a contract address' })
    .optional(),
  BSC_FEE_PER_GAS_MIN_WEI: integer(0, 0, 1_000_000_000_000),
  BSC_FEE_PER_GAS_MAX_WEI: integer(20_000_000_000, 1, 1_000_000_000_000),
  BSC_STALLED_AFTER_BLOCKS: integer(240, 15, 100_000),
  BSC_REPLACE_AFTER_MINUTES: integer(3, 1, 1_440),
  TRON_RPC_URL: nodeUrls.optional(),
  TRON_SOLIDITY_URL: nodeUrls.optional(),
  SIGNER_SOCKET: z
    .string()
    .startsWith('/', { error: 'must be an absolute path' })
    .max(SOCKET_PATH_LENGTH_MAX, { error: `must have at most ${SOCKET_PATH_LENGTH_MAX} characters` })
    .optional(),
  SIGNER_DIR: z.string().optional(),
  KEYSTORE_PASSWORD: KeystorePassword.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://' })
    .optional(),
  SMTP_TLS: z.enum(['required', 'optional'], { error: 'must be required or optional' }).default('required'),
  MAIL_FROM: z.string().default(LOCAL_DEFAULTS.MAIL_FROM),
  SUPPORT_EMAIL: z.email({ error: 'must be an email address' }).default(LOCAL_DEFAULTS.SUPPORT_EMAIL),
  SUPPORT_PHONE: z
    .string()
    .regex(/^[+\d][\d ()-]{3,30}$/, { error: 'must be a phone number' })
    .default(LOCAL_DEFAULTS.SUPPORT_PHONE),
  COMMUNITY_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .default(LOCAL_DEFAULTS.COMMUNITY_URL),
  WATCHER_KEYS: watcherKeys,
  SOURCE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  START_WAIT_SECONDS: integer(120, 0, 3_600),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(1_000).optional(),
  PASSWORD_MIN: integer(6, 6, 64),
  TARGET_RATE_PERCENT: z.coerce
    .number()
    .min(0)
    .max(TERMS_LIMITS.targetRatePpmMax / PPM_PER_PERCENT)
    .default(2),
  TERM_DAYS: integer(30, TERMS_LIMITS.termDaysMin, TERMS_LIMITS.termDaysMax),
  INVESTMENT_MIN_USDT: amount('50'),
  INVESTMENT_MIN_TRX: amount('200'),
  WITHDRAWAL_MIN_USDT: amount('1'),
  WITHDRAWAL_MIN_TRX: amount('10'),
  WITHDRAWAL_FEE_USDT: feeAmount,
  WITHDRAWAL_FEE_TRX: feeAmount,
  WITHDRAWAL_REVIEW_USDT: amount('1000'),
  WITHDRAWAL_REVIEW_TRX: amount('10000'),
  WITHDRAWAL_DAILY_CAP_USDT: amount('100000'),
  WITHDRAWAL_DAILY_CAP_TRX: amount('1000000'),
  OPERATOR_REVIEW_USDT: amount('1000'),
  OPERATOR_REVIEW_TRX: amount('10000'),
  OPERATOR_DAILY_CAP_USDT: amount('100000'),
  OPERATOR_DAILY_CAP_TRX: amount('1000000'),
  SWEEP_MIN_USDT: amount('1'),
  SWEEP_MIN_TRX: amount('1'),
  ADMIN_2FA: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  LOCAL_CHAINS_URL: z
    .url({
      protocol: /^http$/,
      hostname: /^(127\.0\.0\.1|localhost)$/,
      error: 'must be an http URL of this machine, with a port',
    })
    .optional(),
  LOCAL_BSC_BLOCK_MS: integer(1_000, 50, 60_000),
  LOCAL_TRON_BLOCK_MS: integer(3_000, 50, 60_000),
  ANVIL_PATH: z.string().optional(),
});
export type Env = z.infer<typeof Env>;

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(Env.shape);

/** The data folder, and the folder of the keystore and the signer's log, which is the same unless it is set. */
export function resolveFolders({ DATA_DIR, SIGNER_DIR }: Pick<Env, 'DATA_DIR'> & Partial<Env>): {
  dataDir: string;
  signerDir: string;
} {
  return { dataDir: resolve(ROOT, DATA_DIR), signerDir: resolve(ROOT, SIGNER_DIR ?? DATA_DIR) };
}

/** The two ports of a TRON node; one address that joins them where `solidityUrl` is undefined. */
export interface TronNodeUrls {
  readonly rpcUrl: string;
  readonly solidityUrl: string | undefined;
}

/**
 * Pairs the ports of each TRON node.
 *
 * @throws ConfigError when the two settings do not name the same nodes.
 */
export function pairTronUrls({
  TRON_RPC_URL: urls,
  TRON_SOLIDITY_URL: solidityUrls,
}: Pick<z.infer<typeof Env>, 'TRON_RPC_URL' | 'TRON_SOLIDITY_URL'>):
  | readonly [TronNodeUrls, ...TronNodeUrls[]]
  | undefined {
  if (solidityUrls !== undefined && solidityUrls.length !== urls?.length)
    throw new ConfigError(
      'The settings are not valid:\nTRON_SOLIDITY_URL: must name the other port of each node of TRON_RPC_URL, in the same order',
    );
  if (urls === undefined) return undefined;
  const pair = (rpcUrl: string, index: number): TronNodeUrls => ({
    rpcUrl,
    solidityUrl: solidityUrls?.[index],
  });
  const [first, ...others] = urls;
  return [pair(first, 0), ...others.map((url, index) => pair(url, index + 1))];
}
