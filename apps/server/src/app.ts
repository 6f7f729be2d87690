import { setTimeout } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@glasspool/core';
import { openRateLimitStore } from '@glasspool/db';
import { createAdmin, findUserByEmail, hasAnyAdmin } from '@glasspool/identity/accounts';
import type { PoolDeps } from '@glasspool/pool/deps';
import type { SolvencyDeps } from '@glasspool/solvency';
import type { FastifyInstance } from 'fastify';
import { logLastError } from './adapters/last-error.ts';
import { getSecurityLog } from './adapters/logger.ts';
import { createLimits } from './adapters/rate-limits.ts';
import { type Config, readSmtpUrl } from './config/config.ts';
import { describeDatabasePlace } from './config/database-place.ts';
import { getHostName } from './config/public-url.ts';
import { createDatabaseProbe } from './dependencies/database-probe.ts';
import { createDiskProbe } from './dependencies/disk-probe.ts';
import { createMailProbe } from './dependencies/mail-probe.ts';
import { createNodeProbe } from './dependencies/node-probe.ts';
import { type Probe, Prober } from './dependencies/prober.ts';
import { createProxyProbe } from './dependencies/proxy-probe.ts';
import { createSignerProbe } from './dependencies/signer-probe.ts';
import { recordPort, withFreePort } from './free-port.ts';
import { createClientAddress } from './http/client-address.ts';
import { createMetrics, type Metrics, type MetricsGuard } from './http/metrics.ts';
import { createHealthServer, createServer } from './http/server.ts';
import { getDatabaseUrlReader, isShared } from './open-database.ts';
import { openPool, type Pool } from './open-pool.ts';
import type { Role } from './roles.ts';
import { Supervisor } from './workers/supervisor.ts';

/** Longer than proxies take to notice: two looks a second apart. */
const DRAIN_MS = 4 * SECOND_MS;

/** The email of the admin that a local network gets at its first start. */
export const LOCAL_ADMIN = 'admin@glasspool.test';

/** Role of the process, and the signal that ends the wait for dependencies when the program is told to stop. */
export interface AppOptions {
  readonly role?: Exclude<Role, 'signer'>;
  readonly signal?: AbortSignal;
}

/** A running Glasspool. Disposing stops all that it started. */
export interface App extends AsyncDisposable {
  readonly url: string;
  readonly deps: SolvencyDeps;
  /** At the first start of a local network: the admin's password, shown once. */
  readonly firstAdmin: { readonly email: string; readonly password: string } | undefined;
  /** False while a test network has no admin, so no one can open its back office yet. */
  readonly hasAdmin: boolean;
  /** The nodes that this program started, where it did. */
  readonly localNodes: Pool['localNodes'];
}

/** Starts the program: the pool with an HTTP server and workers, or with one of the two and what tells monitors of it. */
export async function startApp(given: Config, { role = 'all', signal }: AppOptions = {}): Promise<App> {
  await using stack = new AsyncDisposableStack();
  const config = given.network === 'local' ? await withFreePort(given) : given;
  const pool = stack.use(await openPool(config, signal));
  const { deps, board, localNodes, threads, log } = pool;
  stack.use(logLastError(log));
  const metrics = createMetrics(deps);
  const draining = new AbortController();
  const parts: Parts = { config, pool, metrics, stack, role, draining: draining.signal };
  const server = await (role === 'worker' ? openHealthServer(parts) : openServer(parts));
  stack.defer(() => server.close());
  const listens = new URL(await server.listen({ host: config.http.host, port: config.http.port }));
  if (role !== 'worker') recordPort(config, listens.port);
  const url = `http://${getHostName(listens.hostname)}:${listens.port}`;
  if (role !== 'web') stack.use(new Supervisor(deps, { ...getPaces(config), log, metrics }));
  stack.use(new Prober(board, createProbes(config, pool)));
  // Before the workers, one of which may wait for it.
  stack.use(threads);
  if (role === 'web') stack.defer(() => drain(draining));
  // Last, for its password is printed once: whatever fails before leaves it to the next start.
  const firstAdmin = config.network === 'local' ? await ensureLocalAdmin(deps) : undefined;
  const hasAdmin = await hasAnyAdmin(deps);
  const owned = stack.move();
  return { url, deps, firstAdmin, hasAdmin, localNodes, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

interface Parts {
  readonly config: Config;
  readonly pool: Pool;
  readonly metrics: Metrics;
  /** Owns what the server needs besides. */
  readonly stack: AsyncDisposableStack;
  readonly role: Exclude<Role, 'signer'>;
  readonly draining: AbortSignal;
}

/** Says that it stops, and still answers, until the proxy in front has heard of it. */
async function drain(draining: AbortController): Promise<void> {
  draining.abort();
  await setTimeout(DRAIN_MS);
}

async function openHealthServer({ config, pool, metrics, role }: Parts): Promise<FastifyInstance> {
  const { deps, log } = pool;
  return createHealthServer({ deps, log, metrics, metricsGuard: getMetricsGuard(config), role });
}

async function openServer({ config, pool, metrics, stack, role, draining }: Parts): Promise<FastifyInstance> {
  const { deps, dev, log } = pool;
  const store = isShared(deps) ? stack.use(openRateLimitStore(getDatabaseUrlReader(config))) : undefined;
  return createServer({
    deps,
    dev,
    log,
    securityLog: getSecurityLog(log),
    limits: createLimits({ store, factor: config.limitFactor }),
    clientAddress: createClientAddress(config.trustedProxies),
    limitFactor: config.limitFactor,
    metrics,
    metricsGuard: getMetricsGuard(config),
    secureCookies: config.network !== 'local',
    role,
    draining,
  });
}

function createProbes(config: Config, { deps, nodes, listDifferences, signer, mailServer }: Pool): Probe[] {
  const readNow = (): number => deps.machineClock.now();
  const { publicUrl } = config.http;
  const hasProxy = config.network === 'testnet' && publicUrl?.startsWith('https:') === true;
  return [
    createDatabaseProbe(deps.db, { place: describeDatabasePlace(config.dataDir), readNow }),
    createSignerProbe(signer),
    createDiskProbe(config.dataDir),
    createNodeProbe(nodes, () => deps.clock.now(), listDifferences),
    ...(readSmtpUrl() === undefined ? [] : [createMailProbe(mailServer)]),
    ...(hasProxy ? [createProxyProbe(publicUrl)] : []),
  ];
}

function getMetricsGuard({ network, metricsTokenHash: tokenHash }: Config): MetricsGuard {
  if (tokenHash !== undefined) return { tokenHash };
  return network === 'local' ? 'open' : 'closed';
}

async function ensureLocalAdmin(deps: PoolDeps): Promise<App['firstAdmin']> {
  if ((await findUserByEmail(deps, LOCAL_ADMIN)) !== undefined) return undefined;
  try {
    const { password } = await createAdmin(deps, LOCAL_ADMIN);
    return { email: LOCAL_ADMIN, password };
  } catch (error) {
    // Another process of the pool, which started at the same time, made it and printed its password.
    if ((await findUserByEmail(deps, LOCAL_ADMIN)) !== undefined) return undefined;
    throw error;
  }
}

/** Chains are asked about twice a block; a public node is asked every three seconds at most, and for all balances rarely. */
function getPaces({ chains }: Config): { chainEveryMs: number; reconcileEveryMs: number } {
  return chains.network === 'local'
    ? { chainEveryMs: Math.min(chains.bscBlockMs, chains.tronBlockMs) / 2, reconcileEveryMs: 5 * SECOND_MS }
    : { chainEveryMs: 3 * SECOND_MS, reconcileEveryMs: 5 * MINUTE_MS };
}
