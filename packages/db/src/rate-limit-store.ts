import pg from 'pg';
import type { ReadDatabaseUrl } from './database-url.ts';
import { postgresClient } from './dialects/postgres-client.ts';

const CONNECTIONS_MAX = 4;
/** Every call is counted before anything else: with a server that hangs, each process soon counts for itself. */
const TIMEOUT_MS = 3_000;

/** Connections of their own for the counts of calls in the table `rate_limit`, so that a flood never waits in line with money. */
export interface RateLimitStore extends AsyncDisposable {
  readonly table: string;
  readonly pool: pg.Pool;
}

/** Opens the store of a PostgreSQL database, which all processes of a pool share. */
export function openRateLimitStore(readUrl: ReadDatabaseUrl): RateLimitStore {
  const pool = new pg.Pool({
    Client: postgresClient(readUrl, { answerTimeoutMs: TIMEOUT_MS }),
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: TIMEOUT_MS,
  });
  // An idle connection that breaks is replaced at the next query, which reports its own error.
  pool.on('error', () => undefined);
  return { table: 'rate_limit', pool, [Symbol.asyncDispose]: () => pool.end() };
}
