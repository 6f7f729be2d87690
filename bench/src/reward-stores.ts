// Stores of `npm run bench -- rewards`, and how each copies a pool: a file of SQLite, or a database of a PostgreSQL server.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '@glasspool/db';
import { createDatabase, startPostgres } from '@glasspool/db/testing-postgres';
import { sql } from 'kysely';
import { BENCH_FOLDER } from './large-pool.ts';

const SEED = 'rewards_seed';
const COPY = 'rewards_copy';

/** Runs statements on one connection: a transaction may span them. */
export type Run = (statement: string) => Promise<unknown>;

export interface RewardStore extends AsyncDisposable {
  /** Fills a new pool. */
  seed(fill: (database: Database) => Promise<void>): Promise<void>;
  /** Works on a copy of the filled pool, which is dropped afterwards. */
  onCopy<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
}

/** Runs statements by hand, all on one connection. */
export async function onConnection(database: Database, work: (run: Run) => Promise<void>): Promise<void> {
  await database
    .untyped()
    .connection()
    .execute((connection) => work((statement) => sql.raw(statement).execute(connection)));
}

export function openSqliteStore(): RewardStore {
  mkdirSync(BENCH_FOLDER, { recursive: true });
  const getFile = (name: string): string => join(BENCH_FOLDER, `${name}.db`);
  const remove = (name: string): void => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${getFile(name)}${end}`, { force: true });
  };
  return {
    seed: async (fill) => {
      remove(SEED);
      await using database = new Database(() => `sqlite:${getFile(SEED)}`);
      await fill(database);
      await sql`pragma wal_checkpoint(truncate)`.execute(database.untyped());
    },
    onCopy: async (work) => {
      remove(COPY);
      copyFileSync(getFile(SEED), getFile(COPY));
      await using database = new Database(() => `sqlite:${getFile(COPY)}`);
      try {
        return await work(database);
      } finally {
        remove(COPY);
      }
    },
    [Symbol.asyncDispose]: async () => remove(SEED),
  };
}

export async function openPostgresStore(): Promise<RewardStore> {
  const server = await startPostgres();
  const administer = async (statement: string): Promise<void> => {
    await using admin = new Database(() => `${server.url}/postgres`);
    await sql.raw(statement).execute(admin.untyped());
  };
  return {
    seed: async (fill) => {
      await administer(`drop database if exists ${SEED}`);
      await createDatabase(server.url, SEED);
      await using database = new Database(() => `${server.url}/${SEED}`);
      await fill(database);
    },
    onCopy: async (work) => {
      await administer(`drop database if exists ${COPY}`);
      await administer(`create database ${COPY} template ${SEED}`);
      await using database = new Database(() => `${server.url}/${COPY}`);
      return await work(database);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
