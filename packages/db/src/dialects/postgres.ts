import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { ReadDatabaseUrl } from '../database-url.ts';
import { PostgresNamesCompiler } from '../names.ts';
import { postgresClient } from './postgres-client.ts';

const INT8_OID = 20;
const NUMERIC_OID = 1700;
const CONNECTIONS_MAX = 10;

/** Opens a PostgreSQL database. 64-bit integers arrive as bigint, as they do from SQLite. */
export function postgresDialect(readUrl: ReadDatabaseUrl): Dialect {
  const pool = new pg.Pool({
    Client: postgresClient(readUrl),
    max: CONNECTIONS_MAX,
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
  override createQueryCompiler(): PostgresNamesCompiler {
    return new PostgresNamesCompiler();
  }
}
