import { isIPv6 } from 'node:net';
import type { DevTools } from '@glasspool/api';
import type { LocalChains } from '@glasspool/chains/local';
import { MINUTE_MS, SECOND_MS } from '@glasspool/core';
import {
  Database,
  listenForNotifications,
  migrateToLatest,
  openRateLimitStore,
  type ReadDatabaseUrl,
} from '@glasspool/db';
import {
  checkStart,
  createAdmin,
  dropAllLeases,
  ensureTerms,
  ensureTreasury,
  type PoolDeps,
  PoolEvents,
  SigningGate,
} from '@glasspool/pool';
import type { Logger } from 'pino';
import { machineClock, OffsetClock } from './adapters/clock.ts';
import { createLogger, securityLogOf } from './adapters/logger.ts';
import { createMailTransport } from './adapters/mail.ts';
import { createPasskeySite } from './adapters/passkey-site.ts';
import { createPasswordHasher } from './adapters/passwords.ts';
import { systemRandom } from './adapters/random.ts';
import { createLimits } from './adapters/rate-limits.ts';
import { createSessionTokens } from './adapters/session-tokens.ts';
import { fastSha256 } from './adapters/sha256.ts';
import { createSignedLog } from './adapters/signed-log.ts';
import { createSnapshotFiles } from './adapters/snapshot-files.ts';
import { createWebhookTransport } from './adapters/webhook-transport.ts';
import { Threads } from './background/threads.ts';
import { connectChains } from './chains.ts';
import { type Config, forgetKeystorePassword, readDatabaseUrl, readSmtpUrl } from './config/config.ts';
import { openDataFolder } from './config/private-files.ts';
import { loadSecrets, type Secrets } from './config/secrets.ts';
import { loadClockOffset } from './dev/clock-offset.ts';
import { createDevTools, fundNewTreasury } from './dev/dev-tools.ts';
import { createClientAddress } from './http/client-address.ts';
import { createMetrics, type MetricsGuard } from './http/metrics.ts';
import { createServer } from './http/server.ts';
import { openSigner } from './signer/open-signer.ts';
import { Supervisor } from './workers/supervisor.ts';

/** The email of the admin that a local network gets at its first start. */
const LOCAL_ADMIN = 'admin@glasspool.test';

/** A running Glasspool. Disposing stops all that it started. */
export interface App extends AsyncDisposable {
  readonly url: string;
  readonly deps: PoolDeps;
  /** At the first start of a local network: the admin's password, shown once. */
  readonly firstAdmin: { readonly email: string; readonly password: string } | undefined;
  /** The nodes that this program started, where it did. */
  readonly localNodes: LocalNodes | undefined;
}

type LocalNodes = Pick<LocalChains, 'bscUrl' | 'tronUrl' | 'usdtContract'>;

/** What the commands need: the pool's dependencies, with the chains behind them. */
export interface Pool extends AsyncDisposable {
  readonly deps: PoolDeps;
  readonly dev: DevTools | undefined;
  readonly localNodes: LocalNodes | undefined;
  readonly isSignerRunning: () => boolean;
  readonly threads: AsyncDisposable;
  readonly log: Logger;
}

/**
 * Opens everything that the pool stands on: data folder, secrets, database, keys, chains. The one place where the parts are
 * plugged together.
 *
 * @throws NetworkRefusedError, KeystoreError, or an error that says what is missing.
 */
export async function openPool(config: Config): Promise<Pool> {
  openDataFolder(config.dataDir);
  const secrets = loadSecrets(config.dataDir);
  const log = createLogger({
    level: config.logLevel,
    dataDir: config.network === 'local' ? config.dataDir : undefined,
  });
  const readUrl = databaseUrlReaderOf(config);
  await using stack = new AsyncDisposableStack();
  const db = stack.use(new Database(readUrl, { serves: true }));
  await migrateToLatest(db);
  const clock = new OffsetClock(config.network === 'local' ? await loadClockOffset(db) : 0);
  const signer = stack.use(await openSigner(config));
  forgetKeystorePassword();
  const { chains, local } = stack.use(await connectChains(config, signer, clock.offsetMs));
  const threads = new Threads(config.dataDir);
  const deps = plugTogether({ config, secrets, db, clock, chains, threads });
  if (isShared(deps)) {
    const { events } = deps;
    // Several processes may serve one database: what one of them does, the screens of all hear.
    const others = stack.use(await listenForNotifications(readUrl, (text) => events.receive(text)));
    events.relayThrough((text) => others.publish(text));
  }
  await ensureTreasury(deps);
  await ensureTerms(deps);
  await checkStart(deps);
  if (local !== undefined) {
    await fundNewTreasury(deps, local);
    // The local chains admit one process; the leases of one that was killed are nobody's.
    await dropAllLeases(deps);
  }
  const dev = local === undefined ? undefined : createDevTools(deps, local, clock);
  const owned = stack.move();
  const { isRunning: isSignerRunning } = signer;
  return {
    deps,
    dev,
    localNodes: local,
    isSignerRunning,
    threads,
    log,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Starts the whole program: pool, HTTP server and workers. */
export async function startApp(config: Config): Promise<App> {
  await using stack = new AsyncDisposableStack();
  const { deps, dev, localNodes, isSignerRunning, threads, log } = stack.use(await openPool(config));
  const firstAdmin = config.network === 'local' ? await ensureLocalAdmin(deps) : undefined;
  const store = isShared(deps) ? stack.use(openRateLimitStore(databaseUrlReaderOf(config))) : undefined;
  const metrics = createMetrics(deps);
  const server = await createServer({
    deps,
    dev,
    log,
    securityLog: securityLogOf(log),
    limits: createLimits({ store, factor: config.limitFactor }),
    clientAddress: createClientAddress(config.trustedProxies),
    limitFactor: config.limitFactor,
    metrics,
    isSignerRunning,
    metricsGuard: metricsGuardOf(config),
    secureCookies: config.network !== 'local',
  });
  stack.defer(() => server.close());
  const listens = new URL(await server.listen({ host: config.http.host, port: config.http.port }));
  const url = `http://${nameHost(listens.hostname)}:${listens.port}`;
  stack.use(new Supervisor(deps, { ...pacesOf(config), log, metrics }));
  // Before the workers, one of which may wait for it.
  stack.use(threads);
  const owned = stack.move();
  return { url, deps, firstAdmin, localNodes, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** The host in the addresses that are printed: on this machine by its name, which passkeys need. */
function nameHost(host: string): string {
  if (['127.0.0.1', '::1', '[::1]'].includes(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Reads where the pool's database is, whenever a connection to it is made. */
export function databaseUrlReaderOf({ dataDir }: Pick<Config, 'dataDir'>): ReadDatabaseUrl {
  return () => readDatabaseUrl(dataDir);
}

/** Whether several processes may serve the database. */
function isShared({ db }: Pick<PoolDeps, 'db'>): boolean {
  return db.dialectName === 'postgres';
}

function metricsGuardOf({ network, metricsTokenHash: tokenHash }: Config): MetricsGuard {
  if (tokenHash !== undefined) return { tokenHash };
  return network === 'local' ? 'open' : 'closed';
}

function plugTogether(parts: {
  config: Config;
  secrets: Secrets;
  db: Database;
  clock: OffsetClock;
  chains: PoolDeps['chains'];
  threads: Threads;
}): PoolDeps {
  const { config, secrets, db, clock, chains, threads } = parts;
  const publicUrl = config.http.publicUrl ?? `http://${nameHost(config.http.host)}:${config.http.port}`;
  return {
    db,
    clock,
    machineClock,
    random: systemRandom,
    chains,
    events: new PoolEvents(),
    passwords: createPasswordHasher(),
    tokens: createSessionTokens({ keys: secrets.sessionKey, audience: publicUrl, clock: machineClock }),
    passkeySite: createPasskeySite(publicUrl),
    mail: createMailTransport({ readSmtpUrl, from: config.mailFrom }),
    webhooks: createWebhookTransport({ allowsLoopback: config.network === 'local' }),
    signedLog: createSignedLog(config.dataDir),
    settings: { ...config.pool, publicUrl },
    signingGate: new SigningGate(),
    hash: fastSha256,
    statementKey: secrets.statementKey,
    snapshots: createSnapshotFiles(config.dataDir),
    buildSnapshot: threads.buildSnapshot,
    finishRewardRun: threads.finishRewardRun,
    nonceKey: secrets.nonceKey,
    otpKey: secrets.otpKey,
    secondFactorKey: secrets.secondFactorKey,
  };
}

async function ensureLocalAdmin(deps: PoolDeps): Promise<App['firstAdmin']> {
  const known = await deps.db.read
    .selectFrom('user')
    .select('id')
    .where('email', '=', LOCAL_ADMIN)
    .executeTakeFirst();
  if (known !== undefined) return undefined;
  const { password } = await createAdmin(deps, LOCAL_ADMIN);
  return { email: LOCAL_ADMIN, password };
}

/** Chains are asked about twice a block; a public node is asked every three seconds at most, and for all balances rarely. */
function pacesOf({ chains }: Config): { chainEveryMs: number; reconcileEveryMs: number } {
  return chains.network === 'local'
    ? { chainEveryMs: Math.min(chains.bscBlockMs, chains.tronBlockMs) / 2, reconcileEveryMs: 5 * SECOND_MS }
    : { chainEveryMs: 3 * SECOND_MS, reconcileEveryMs: 5 * MINUTE_MS };
}
