import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, type DatabaseUrl, migrateToLatest } from '@glasspool/db';
import type { SignedLog } from '@glasspool/pool/deps';
import type { MemorySnapshots } from '@glasspool/solvency/testing';
import type { KyselyPlugin } from 'kysely';
import type { Scheduler } from './scheduler.ts';

/** Memory, where the machine has a file system of it: a story flushes thousands of times. */
export const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** Statements of the pool's code, over all stories: some are compiled once per process. */
const statements = new WeakSet<object>();
let template: Promise<string> | undefined;

/** A database of a story. Closing removes its folder too. */
export interface StoryDatabase {
  readonly db: Database;
  readonly close: () => Promise<void>;
}

/** Makes the databases of a story. */
export interface StoryDatabases {
  /** True where a statement is answered in a later turn of the event loop. Such a story is never interleaved: what waits for a lock would wait for ever. */
  readonly waits: boolean;
  open(scheduler: Scheduler): Promise<StoryDatabase>;
}

/** SQLite, in memory where the machine has a file system of it. */
export const SQLITE: StoryDatabases = { waits: false, open: openSqliteStory };

/** A database at a URL, migrated already. It is left behind when it is closed. */
export function openAt(url: DatabaseUrl, scheduler: Scheduler): StoryDatabase {
  const db = new Database(() => url, { plugins: [pointsOf(scheduler)] });
  return { db, close: () => db.close() };
}

/** A new, migrated database in its own folder. */
async function openSqliteStory(scheduler: Scheduler): Promise<StoryDatabase> {
  template ??= makeTemplate();
  const folder = mkdtempSync(join(PLACE, 'glasspool-story-'));
  const file = join(folder, 'story.db');
  cpSync(await template, file);
  const db = new Database(() => `sqlite:${file}`, {
    plugins: [pointsOf(scheduler)],
    groupMs: Number.POSITIVE_INFINITY,
  });
  return {
    db,
    close: async () => {
      await db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Makes each statement a point: before it a killed process stops, after it the task may wait. Those that begin and end a transaction are
 * none: they serve all tasks that share it.
 */
function pointsOf(scheduler: Scheduler): KyselyPlugin {
  return {
    transformQuery: ({ node, queryId }) => {
      scheduler.assertAlive();
      statements.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (statements.has(queryId)) await scheduler.point();
      return result;
    },
  };
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(PLACE, 'glasspool-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'template.db');
  await using db = new Database(() => `sqlite:${file}`);
  await migrateToLatest(db);
  return file;
}

/** State of a pool's folder at a moment. */
export interface Copy {
  readonly takenAt: number;
  readonly lines: readonly string[];
  readonly log: readonly Parameters<SignedLog['append']>[0][];
  readonly snapshots: MemorySnapshots;
}
