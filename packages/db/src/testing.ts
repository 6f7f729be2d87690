import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, inject } from 'vitest';
import { Database } from './database.ts';
import type { DatabaseUrl } from './database-url.ts';
import { StatementHookPlugin } from './statement-hook.ts';
import { createDatabase } from './testing-postgres.ts';
import { recordStatement } from './testing-statements.ts';
import type { DialectName } from './transaction.ts';

export { countWaiting, overlap } from './testing-overlap.ts';

type CleanUp = () => Promise<void> | void;

/** A database of a test's own. */
export interface TestDatabase {
  readonly url: DatabaseUrl;
  readonly database: Database;
  /** Another connection to the same data, as a second process would have. */
  connect(): Database;
  /** A connection whose work can be stopped, as by a crash, before any of its statements. */
  connectStoppable(): StoppableDatabase;
}

export interface StoppableDatabase {
  readonly database: Database;
  /** From now on the statement of this number (1 for the next) and all after it fail. */
  stopBefore(statement: number): void;
  /** From now on nothing fails any more. */
  resume(): void;
}

/**
 * The deadlocks that PostgreSQL counted in a database, as it logged them: who waited for whom, with which statements. Each connection tells its
 * count at its end at the latest, so those of a test are closed before.
 */
export async function listDeadlocks(database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; deadlocks: bigint }>`select datname as name, deadlocks
    from pg_stat_database where datname = current_database()`.execute(database.untyped());
  const [row] = rows;
  if (row === undefined || Number(row.deadlocks) === 0) return [];
  // Further lines of an entry begin with a tab.
  const entries = readFileSync(inject('postgresLog'), 'utf8').split(/\n(?!\t)/);
  const details = entries.filter((entry) => entry.startsWith(`${row.name}: DETAIL:  Process `));
  return [`${row.deadlocks} deadlocks`, ...details];
}

/** Runs the same tests on SQLite and on a real PostgreSQL. Each call of `open` gives a new, migrated database. */
export function describeEachDatabase(
  name: string,
  suite: (open: () => Promise<TestDatabase>, dialect: DialectName) => void,
): void {
  describe.each(['sqlite', 'postgres'] as const)(`${name} (%s)`, (dialect) => {
    const cleanUps: CleanUp[] = [];
    afterEach(async () => {
      for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
    });
    suite(async () => {
      const url = dialect === 'sqlite' ? newSqliteFile(cleanUps) : await newPostgresDatabase();
      return openTestDatabase(url, cleanUps);
    }, dialect);
  });
}

function openTestDatabase(url: DatabaseUrl, cleanUps: CleanUp[]): TestDatabase {
  const connect = (plugins: readonly StatementHookPlugin[] = []): Database => {
    const dialect = url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
    const recorder = new StatementHookPlugin((node) => recordStatement(dialect, node));
    const database = new Database(() => url, { plugins: [...plugins, recorder] });
    cleanUps.push(() => database.close());
    return database;
  };
  const connectStoppable = (): StoppableDatabase => {
    let left = Number.POSITIVE_INFINITY;
    const hook = new StatementHookPlugin(() => {
      left -= 1;
      if (left < 1) throw new Error('stopped');
    });
    return {
      database: connect([hook]),
      stopBefore: (statement) => {
        left = statement;
      },
      resume: () => {
        left = Number.POSITIVE_INFINITY;
      },
    };
  };
  return { url, database: connect(), connect: () => connect(), connectStoppable };
}

function newSqliteFile(cleanUps: CleanUp[]): DatabaseUrl {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-sqlite-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'test.db');
  copyFileSync(inject('sqliteTemplate'), file);
  return `sqlite:${file}`;
}

/** A migrated database of its own on the run's PostgreSQL server. */
export async function newPostgresDatabase(): Promise<DatabaseUrl> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await createDatabase(serverUrl, name, true);
  return `${serverUrl}/${name}`;
}
