import { generateKeyPairSync } from 'node:crypto';
import type { Database } from '@glasspool/db';
import { createAdmin } from '@glasspool/identity/accounts';
import type { Actor } from '@glasspool/identity/deps';
import { authenticate, logIn } from '@glasspool/identity/sessions';
import type { PoolSettings } from '@glasspool/pool/deps';
import type { SolvencyDeps } from '@glasspool/solvency';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { getSecurityLog } from '../adapters/logger.ts';
import { createLimits } from '../adapters/rate-limits.ts';
import { createSessionTokens } from '../adapters/session-tokens.ts';
import { createClientAddress } from '../http/client-address.ts';
import { createMetrics } from '../http/metrics.ts';
import { createServer, type ServerOptions } from '../http/server.ts';

/** Keys of the tests' session tokens, for those that forge some. */
export const TEST_KEYS = generateKeyPairSync('ed25519');
export const TEST_AUDIENCE = 'http://glasspool.test';
const PASSWORD = 'correct horse';

/** The real HTTP server over a pool with chains in memory. */
export class TestServer implements AsyncDisposable {
  readonly pool: TestPoolWithSnapshots;
  readonly deps: SolvencyDeps;
  readonly http: FastifyInstance;

  private constructor(pool: TestPoolWithSnapshots, deps: SolvencyDeps, http: FastifyInstance) {
    this.pool = pool;
    this.deps = deps;
    this.http = http;
  }

  static async start(
    database: Database,
    options: { settings?: Partial<PoolSettings>; log?: Logger; server?: Partial<ServerOptions> } = {},
  ): Promise<TestServer> {
    const pool = await new TestPoolWithSnapshots(database, options.settings).start();
    return TestServer.over(pool, pool.deps, options);
  }

  /** The server over a pool that is there already, with dependencies of the caller's. */
  static async over(
    pool: TestPoolWithSnapshots,
    poolDeps: SolvencyDeps,
    options: { log?: Logger; server?: Partial<ServerOptions> } = {},
  ): Promise<TestServer> {
    const tokens = createSessionTokens({ keys: TEST_KEYS, audience: TEST_AUDIENCE, clock: pool.clock });
    const deps = { ...poolDeps, tokens };
    const log = options.log ?? pino({ level: 'silent' });
    const http = await createServer({
      deps,
      dev: undefined,
      log,
      securityLog: getSecurityLog(log),
      limits: createLimits({ store: undefined, factor: 1_000_000 }),
      clientAddress: createClientAddress([]),
      limitFactor: 1_000,
      metrics: createMetrics(deps),
      metricsGuard: 'closed',
      secureCookies: false,
      role: 'all',
      ...options.server,
    });
    return new TestServer(pool, deps, http);
  }

  /** The token of a user who signed up through the pool's shortcuts. */
  async getToken(name: string, password = PASSWORD): Promise<string> {
    return (await logIn(this.deps, { email: `${name}@example.org`, password })).token;
  }

  /** Account that a token belongs to. */
  async getActor(token: string): Promise<Actor> {
    const actor = await authenticate(this.deps, token);
    if (actor === undefined) throw new Error('The session is over.');
    return actor;
  }

  /** Makes an admin, or an auditor, and logs them in. */
  async staffToken(name: string, role: 'admin' | 'auditor' = 'admin'): Promise<string> {
    const { password } = await createAdmin(this.deps, `${name}@example.org`, role);
    return this.getToken(name, password);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.http.close();
  }
}
