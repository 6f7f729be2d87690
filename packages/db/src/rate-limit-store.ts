import pg from 'pg';
import type { DatabaseUrl } from './database.ts';

const CONNECTIONS_MAX = 4;

/** Connections of their own for the counts of calls in the table `rate_limit`, so that a flood never waits in line with money. */
export interface RateLimitStore extends AsyncDisposable {
  readonly table: string;
  readonly pool: pg.Pool;
}

/** Opens the store of a PostgreSQL database, which all processes of a pool share. */
export function openRateLimitStore(url: DatabaseUrl): RateLimitStore {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS_MAX });
  // An idle connection that breaks is replaced at the next query, which reports its own error.
  pool.on('error', () => undefined);
  return { table: 'rate_limit', pool, [Symbol.asyncDispose]: () => pool.end() };
}
