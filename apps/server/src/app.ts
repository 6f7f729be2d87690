import { MINUTE_MS, SECOND_MS } from '@glasspool/core';
import { openRateLimitStore } from '@glasspool/db';
import { createAdmin, findUserByEmail, hasAnyAdmin } from '@glasspool/identity';
import type { PoolDeps } from '@glasspool/pool';
import { getSecurityLog } from './adapters/logger.ts';
import { createLimits } from './adapters/rate-limits.ts';
import { type Config, readSmtpUrl } from './config/config.ts';
import { describeDatabasePlace } from './config/database-place.ts';
import { createDatabaseProbe } from './dependencies/database-probe.ts';
import { createDiskProbe } from './dependencies/disk-probe.ts';
import { createMailProbe } from './dependencies/mail-probe.ts';
import { createNodeProbe } from './dependencies/node-probe.ts';
import { type Probe, Prober } from './dependencies/prober.ts';
import { createProxyProbe } from './dependencies/proxy-probe.ts';
import { createSignerProbe } from './dependencies/signer-probe.ts';
import { createClientAddress } from './http/client-address.ts';
import { createMetrics, type MetricsGuard } from './http/metrics.ts';
import { createServer } from './http/server.ts';
import { getDatabaseUrlReader, getHostName, isShared, openPool, type Pool } from './open-pool.ts';
import { Supervisor } from './workers/supervisor.ts';

/** The email of the admin that a local network gets at its first start. */
const LOCAL_ADMIN = 'admin@glasspool.test';

/** A running Glasspool. Disposing stops all that it started. */
export interface App extends AsyncDisposable {
  readonly url: string;
  readonly deps: PoolDeps;
  /** At the first start of a local network: the admin's password, shown once. */
  readonly firstAdmin: { readonly email: string; readonly password: string } | undefined;
  /** False while a test network has no admin, so no one can open its back office yet. */
  readonly hasAdmin: boolean;
  /** The nodes that this program started, where it did. */
  readonly localNodes: Pool['localNodes'];
}

/**
 * Starts the whole program: pool, HTTP server and workers.
 *
 * @param signal ends the wait for dependencies when the program is told to stop
 */
export async function startApp(config: Config, signal?: AbortSignal): Promise<App> {
  await using stack = new AsyncDisposableStack();
  const pool = stack.use(await openPool(config, signal));
  const { deps, dev, board, localNodes, threads, log } = pool;
  const firstAdmin = config.network === 'local' ? await ensureLocalAdmin(deps) : undefined;
  const store = isShared(deps) ? stack.use(openRateLimitStore(getDatabaseUrlReader(config))) : undefined;
  const metrics = createMetrics(deps);
  const server = await createServer({
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
  });
  stack.defer(() => server.close());
  const listens = new URL(await server.listen({ host: config.http.host, port: config.http.port }));
  const url = `http://${getHostName(listens.hostname)}:${listens.port}`;
  stack.use(new Supervisor(deps, { ...getPaces(config), log, metrics }));
  stack.use(new Prober(board, createProbes(config, pool)));
  // Before the workers, one of which may wait for it.
  stack.use(threads);
  const hasAdmin = await hasAnyAdmin(deps);
  const owned = stack.move();
  return { url, deps, firstAdmin, hasAdmin, localNodes, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function createProbes(config: Config, { deps, nodes, signer, mailServer }: Pool): Probe[] {
  const readNow = (): number => deps.machineClock.now();
  const { publicUrl } = config.http;
  const hasProxy = config.network === 'testnet' && publicUrl?.startsWith('https:') === true;
  return [
    createDatabaseProbe(deps.db, { place: describeDatabasePlace(config.dataDir), readNow }),
    createSignerProbe(signer),
    createDiskProbe(config.dataDir),
    createNodeProbe(nodes, () => deps.clock.now()),
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
  const { password } = await createAdmin(deps, LOCAL_ADMIN);
  return { email: LOCAL_ADMIN, password };
}

/** Chains are asked about twice a block; a public node is asked every three seconds at most, and for all balances rarely. */
function getPaces({ chains }: Config): { chainEveryMs: number; reconcileEveryMs: number } {
  return chains.network === 'local'
    ? { chainEveryMs: Math.min(chains.bscBlockMs, chains.tronBlockMs) / 2, reconcileEveryMs: 5 * SECOND_MS }
    : { chainEveryMs: 3 * SECOND_MS, reconcileEveryMs: 5 * MINUTE_MS };
}
