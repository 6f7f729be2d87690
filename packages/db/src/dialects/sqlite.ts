import BetterSqlite3 from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';

const OPEN_TIMEOUT_MS = 5_000;
/** Instead of 2 MiB: a reward run writes to a dozen indexes at once (`npm run bench:rewards`). */
const CACHE_KIB_MAX = 64 * 1_024;
const BEGIN_TRIES_MAX = 1_000;
const BEGIN_WAIT_MAX_MS = 20;

/**
 * Opens a SQLite file so that a committed transaction survives a power cut (WAL, synchronous=FULL). With 'deferred' its transactions
 * only read: they see one moment, and keep nobody from writing.
 */
export function sqliteDialect(file: string, begin: 'immediate' | 'deferred'): Dialect {
  const sqlite = new BetterSqlite3(file, { timeout: OPEN_TIMEOUT_MS });
  sqlite.defaultSafeIntegers(true);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma(`cache_size = -${CACHE_KIB_MAX}`);
  sqlite.pragma('foreign_keys = ON');
  // SQLite's own wait would hold up the whole process; begin() below waits without blocking it.
  sqlite.pragma('busy_timeout = 0');
  const database = cachedStatements(sqlite);
  return begin === 'immediate' ? new ImmediateSqliteDialect(database) : new SqliteDialect({ database });
}

/** Takes the write lock when a transaction begins: a later upgrade from read to write could fail half-way. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver({ database: this.#database });
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isBusy(error) || attempt >= BEGIN_TRIES_MAX) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.min(attempt, BEGIN_WAIT_MAX_MS)));
      }
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Kysely prepares every statement anew; this keeps them, and binds whole numbers as integers rather than reals. */
function cachedStatements(sqlite: BetterSqlite3.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare(text) {
      const known = cache.get(text);
      if (known !== undefined) return known;
      const statement = sqlite.prepare<unknown[]>(text);
      const prepared: SqliteStatement = {
        reader: statement.reader,
        all: (parameters) => statement.all(...integers(parameters)),
        run: (parameters) => statement.run(...integers(parameters)),
        iterate: (parameters) => statement.iterate(...integers(parameters)),
      };
      cache.set(text, prepared);
      return prepared;
    },
  };
}

function integers(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) =>
    typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value,
  );
}
