import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { type Dialect, Kysely, type KyselyPlugin, type Transaction as KyselyTransaction, sql } from 'kysely';
import type { ReadDatabaseUrl } from './database-url.ts';
import { postgresDialect } from './dialects/postgres.ts';
import type { ConnectionLimits } from './dialects/postgres-client.ts';
import { openSqlite, type SqliteOptions, sqliteSnapshotDialect } from './dialects/sqlite.ts';
import { assertLeased, type Fence } from './fence.ts';
import { GroupCommit, type GroupLimits } from './group-commit.ts';
import { RowPlugin } from './names.ts';
import { isRetryable, retryDelayMs } from './retry.ts';
import type { Tables } from './schema/tables.ts';
import type { DialectName, Queryable, Transaction } from './transaction.ts';

const TRANSACTION_TRIES_MAX = 12;

/** The options of SQLite concern programs with several threads; that of PostgreSQL programs that serve requests. */
export interface DatabaseOptions extends SqliteOptions, ConnectionLimits, GroupLimits {
  readonly plugins?: readonly KyselyPlugin[];
}

/** The one door to the database. */
export class Database implements AsyncDisposable {
  readonly dialectName: DialectName;
  readonly #kysely: Kysely<Tables>;
  /** Waits for no transaction, and sees what is committed. */
  readonly #reader: Kysely<Tables>;
  /** On SQLite, which has one writer. PostgreSQL groups the commits of its connections itself. */
  readonly #group?: GroupCommit;
  readonly #readVersion?: () => string;
  readonly #active = new AsyncLocalStorage<true>();
  readonly #fence = new AsyncLocalStorage<Fence>();
  readonly #readUrl: ReadDatabaseUrl;
  readonly #plugins: KyselyPlugin[];
  readonly #close?: () => Promise<void>;
  /** Given to a thread of this process as its option `behind`. */
  readonly writeTurns?: SharedArrayBuffer;

  constructor(readUrl: ReadDatabaseUrl, { plugins = [], ...options }: DatabaseOptions = {}) {
    this.dialectName = readUrl().startsWith('sqlite:') ? 'sqlite' : 'postgres';
    this.#readUrl = readUrl;
    this.#plugins = [new RowPlugin(), ...plugins];
    if (this.dialectName === 'postgres') {
      this.#kysely = this.#open(postgresDialect(readUrl, options));
      this.#reader = this.#kysely;
      return;
    }
    const { writer, reader, readVersion, turns, close } = openSqlite(getFile(readUrl), options);
    this.#readVersion = readVersion;
    this.#close = close;
    this.writeTurns = turns.shared;
    this.#kysely = this.#open(writer);
    this.#reader = this.#open(reader);
    this.#group = new GroupCommit(this.#kysely, options);
  }

  /** For reads outside of a transaction. */
  get read(): Queryable {
    // It would read past the transaction, on a connection that does not see what it wrote.
    if (this.#active.getStore()) throw new Error('Inside a transaction use tx, not the database.');
    return Object.assign(this.#reader, { dialectName: this.dialectName });
  }

  /**
   * Runs work in one transaction: all of it is written, or nothing.
   * On PostgreSQL (read committed: the work locks the rows that it decides by) it is repeated after a deadlock or a
   * serialization failure, so it must not touch anything but `tx`.
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (this.#active.getStore()) throw new Error('A transaction is already open here; pass tx on.');
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        if (attempt >= TRANSACTION_TRIES_MAX || !isRetryable(error)) throw error;
        await setTimeout(retryDelayMs(attempt));
      }
    }
  }

  /**
   * Runs work whose every transaction is refused once its lease has another holder: a process that was paused, or cut off, and wakes up
   * writes nothing. While such a transaction is open no other process takes the lease over.
   *
   * @throws LeaseLostError out of the first transaction after the lease was lost.
   */
  fenced<Result>(fence: Fence, work: () => Promise<Result>): Promise<Result> {
    return this.#fence.run(fence, work);
  }

  /** The lease that the current work runs under, for a thread that goes on with it. */
  get fence(): Fence | undefined {
    return this.#fence.getStore();
  }

  /**
   * Runs reads that all see the database as it was when they began, while others go on writing: a connection of its own on SQLite,
   * a read-only snapshot on PostgreSQL.
   */
  async consistentRead<Result>(work: (db: Queryable) => Promise<Result>): Promise<Result> {
    const { dialectName } = this;
    const run = (kysely: Kysely<Tables>): Promise<Result> => work(Object.assign(kysely, { dialectName }));
    if (dialectName === 'postgres')
      return this.#kysely
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(run);
    const reader = this.#open(sqliteSnapshotDialect(getFile(this.#readUrl)));
    try {
      return await reader.transaction().execute(async (tx) => {
        // SQLite takes its view of the database at the first read, not when the transaction begins.
        await tx.selectFrom('setting').select('name').limit(1).execute();
        return run(tx);
      });
    } finally {
      await reader.destroy();
    }
  }

  /**
   * Reads what tells one committed state from another: the same text means that nothing was committed in between. Another one may also
   * come of other databases of the same PostgreSQL server, and of its upkeep.
   */
  async readState(): Promise<string> {
    if (this.#readVersion !== undefined) return this.#readVersion();
    const { rows } = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`.execute(
      this.#reader,
    );
    return rows[0]?.seen ?? '';
  }

  /** For migrations only: the database without our table types. */
  // biome-ignore lint/suspicious/noExplicitAny: Kysely's own type for a database of unknown tables.
  untyped(): Kysely<any> {
    return this.#kysely.withoutPlugins();
  }

  async close(): Promise<void> {
    if (this.#reader !== this.#kysely) await this.#reader.destroy();
    await this.#close?.();
    await this.#kysely.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #open(dialect: Dialect): Kysely<Tables> {
    return new Kysely<Tables>({ dialect, plugins: this.#plugins });
  }

  async #attempt<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const effects: (() => void)[] = [];
    const { fence } = this;
    const result = await this.#begin((kyselyTransaction) => {
      const onCommit = (effect: () => void): void => void effects.push(effect);
      // The brand exists in the type only, so that nothing else can make a Transaction.
      const tx = Object.assign(kyselyTransaction, {
        dialectName: this.dialectName,
        onCommit,
      }) as unknown as Transaction;
      return this.#active.run(true, async () => {
        if (fence !== undefined) await assertLeased(tx, fence);
        return work(tx);
      });
    });
    for (const effect of effects) effect();
    return result;
  }

  #begin<Result>(work: (tx: KyselyTransaction<Tables>) => Promise<Result>): Promise<Result> {
    return this.#group === undefined ? this.#kysely.transaction().execute(work) : this.#group.run(work);
  }
}

function getFile(readUrl: ReadDatabaseUrl): string {
  return readUrl().slice('sqlite:'.length);
}
