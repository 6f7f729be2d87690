import { setTimeout } from 'node:timers/promises';
import { type DatabaseConnection, type Dialect, PostgresDialect, PostgresDriver } from 'kysely';
import pg from 'pg';
import { toDatabaseAway } from '../database-away.ts';
import type { ReadDatabaseUrl } from '../database-url.ts';
import { PostgresNamesCompiler } from '../names.ts';
import { type ConnectionLimits, postgresClient } from './postgres-client.ts';

const INT8_OID = 20;
const NUMERIC_OID = 1700;
const CONNECTIONS_MAX = 10;
/** A caller that waits longer than this for a free connection is refused: the server hangs, or has more to do than it can. */
const FREE_CONNECTION_TIMEOUT_MS = 20_000;
/** A server that refuses connections is asked again for so long, with this pause. One that hangs has had its time already. */
const REFUSED_FOR_MS = 1_000;
const CONNECT_PAUSE_MS = 300;

/** Opens a PostgreSQL database. 64-bit integers arrive as bigint, as they do from SQLite. */
export function postgresDialect(readUrl: ReadDatabaseUrl, limits: ConnectionLimits = {}): Dialect {
  const pool = new pg.Pool({
    Client: postgresClient(readUrl, limits),
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: FREE_CONNECTION_TIMEOUT_MS,
    types: {
      getTypeParser(oid: number, format?: 'text' | 'binary') {
        if (oid === INT8_OID) return BigInt;
        // sum() over bigint answers numeric; no column of ours has a fraction.
        if (oid === NUMERIC_OID) return BigInt;
        return pg.types.getTypeParser(oid, format ?? 'text');
      },
    },
  });
  // An idle connection that breaks is replaced at the next query, which reports its own error.
  pool.on('error', () => undefined);
  return new NamedPostgresDialect({ pool });
}

class NamedPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor({ pool }: { pool: pg.Pool }) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): PostgresDriver {
    return new NamingPostgresDriver({ pool: this.#pool });
  }

  override createQueryCompiler(): PostgresNamesCompiler {
    return new PostgresNamesCompiler();
  }
}

/** Names the error of a server that takes no connection, as `postgresClient` does those of its statements. */
class NamingPostgresDriver extends PostgresDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    // Nothing has been asked yet, so trying again is safe. A proxy that changes over to another primary refuses for a moment.
    const startedAtMs = performance.now();
    for (;;) {
      try {
        return await super.acquireConnection();
      } catch (error) {
        const named = toDatabaseAway(error);
        if (named === error || performance.now() - startedAtMs > REFUSED_FOR_MS) throw named;
        await setTimeout(CONNECT_PAUSE_MS);
      }
    }
  }
}
