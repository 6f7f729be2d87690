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
import { toDatabaseAway } from '../database-away.ts';
import { SqliteNamesCompiler } from '../names.ts';
import { Checkpoints } from './checkpoints.ts';
import { WriteTurns } from './write-turns.ts';

const OPEN_TIMEOUT_MS = 5_000;
/** Instead of 2 MiB: a reward run writes to a dozen indexes at once (`npm run bench -- rewards`). */
const WRITER_CACHE_KIB = 64 * 1_024;
const READER_CACHE_KIB = 8 * 1_024;
/** SQLite's own bound of the write-ahead log, in pages. */
const CHECKPOINT_PAGES = 1_000;

/** Both ways into a SQLite file. */
export interface SqliteDialects {
  /** Its transactions write. A committed one survives a power cut (WAL, synchronous=FULL). */
  readonly writer: Dialect;
  /** Single statements that read what is committed, while a transaction of the writer is open too. */
  readonly reader: Dialect;
  /** Changes with every commit, of this program or another. */
  readonly readVersion: () => string;
  /** Given to threads of this process that write after it. */
  readonly turns: WriteTurns;
  /** Closes both connections, the writing one last: only that may copy the write-ahead log and remove it. */
  readonly close: () => Promise<void>;
}

export interface SqliteOptions {
  /** True for a connection that serves requests: another thread then copies the write-ahead log. */
  readonly serves?: boolean;
  /** The `turns.shared` of the database that writes first. */
  readonly behind?: SharedArrayBuffer | undefined;
}

/** Opens a SQLite file for a program that writes. */
export function openSqlite(file: string, { serves = false, behind }: SqliteOptions = {}): SqliteDialects {
  const writing = openFile(file, WRITER_CACHE_KIB);
  const reading = openFile(file, READER_CACHE_KIB);
  reading.pragma('query_only = ON');
  const dataVersion = reading.prepare('pragma data_version').pluck();
  const whileWriting = cachedStatements(reading);
  const otherwise = readOnly(cachedStatements(writing));
  const reader: SqliteDatabase = {
    close: () => reading.close(),
    // Pages that a connection wrote stay in its cache, and are dropped from that of any other: the writer's own reads are the fastest.
    prepare: (text) => (writing.inTransaction ? whileWriting : otherwise).prepare(text),
  };
  // The thread of the database that serves copies the log for all threads of its process.
  if (behind !== undefined) writing.pragma('wal_autocheckpoint = 0');
  const turns = behind === undefined ? new WriteTurns() : new WriteTurns('last', behind);
  const checkpoints = serves ? checkpointElsewhere(file, writing) : undefined;
  return {
    turns,
    close: async () => {
      await checkpoints?.[Symbol.asyncDispose]();
      reading.close();
      writing.close();
    },
    writer: new ImmediateSqliteDialect(cachedStatements(writing), { turns, sqlite: writing }),
    reader: new NamedSqliteDialect({ database: reader }),
    // It changes when another connection commits, and this one never does.
    readVersion: () => String(dataVersion.get()),
  };
}

function checkpointElsewhere(file: string, writing: BetterSqlite3.Database): Checkpoints {
  writing.pragma('wal_autocheckpoint = 0');
  // Without the thread this connection does it again.
  return new Checkpoints(file, () => writing.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`));
}

/** Opens a SQLite file for transactions that only read: they see one moment, and keep no other connection from writing. */
export function sqliteSnapshotDialect(file: string): Dialect {
  const sqlite = openFile(file, READER_CACHE_KIB);
  sqlite.pragma('query_only = ON');
  return new NamedSqliteDialect({ database: cachedStatements(sqlite) });
}

function openFile(file: string, cacheKib: number): BetterSqlite3.Database {
  const sqlite = new BetterSqlite3(file, { timeout: OPEN_TIMEOUT_MS });
  sqlite.defaultSafeIntegers(true);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma(`cache_size = -${cacheKib}`);
  sqlite.pragma('foreign_keys = ON');
  // SQLite's own wait would hold up the whole process; begin() below waits without blocking it.
  sqlite.pragma('busy_timeout = 0');
  return sqlite;
}

/** Refuses statements that would write outside of a transaction. */
function readOnly(database: SqliteDatabase): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = database.prepare(text);
      if (!statement.reader) throw new Error('Only a transaction writes.');
      return statement;
    },
  };
}

class NamedSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteNamesCompiler {
    return new SqliteNamesCompiler();
  }
}

interface Writing {
  readonly turns: WriteTurns;
  readonly sqlite: Pick<BetterSqlite3.Database, 'inTransaction'>;
}

/** Takes the write lock when a transaction begins: a later upgrade from read to write could fail half-way. */
class ImmediateSqliteDialect extends NamedSqliteDialect {
  readonly #database: SqliteDatabase;
  readonly #writing: Writing;

  constructor(database: SqliteDatabase, writing: Writing) {
    super({ database });
    this.#database = database;
    this.#writing = writing;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#database, this.#writing);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #writing: Writing;

  constructor(database: SqliteDatabase, writing: Writing) {
    super({ database });
    this.#writing = writing;
  }

  override beginTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#writing.turns.begin(
      () => connection.executeQuery(CompiledQuery.raw('begin immediate')),
      isBusy,
    );
  }

  /** After an error of the disk SQLite has rolled back by itself; to do so again would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#writing.sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/**
 * Kysely prepares every statement again; this keeps them, and binds whole numbers as integers rather than reals. Errors of the disk are
 * PoolError DATABASE_AWAY.
 */
function cachedStatements(sqlite: BetterSqlite3.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare(text) {
      const known = cache.get(text);
      if (known !== undefined) return known;
      const statement = naming(() => sqlite.prepare<unknown[]>(text));
      const prepared: SqliteStatement = {
        reader: statement.reader,
        all: (parameters) => naming(() => statement.all(...integers(parameters))),
        run: (parameters) => naming(() => statement.run(...integers(parameters))),
        iterate: (parameters) => statement.iterate(...integers(parameters)),
      };
      cache.set(text, prepared);
      return prepared;
    },
  };
}

function naming<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw toDatabaseAway(error);
  }
}

function integers(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) =>
    typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value,
  );
}
