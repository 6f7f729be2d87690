import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, type DatabaseUrl, migrateToLatest } from '@glasspool/db';
import type { SignedLog } from '@glasspool/pool/deps';
import type { MemorySnapshots } from '@glasspool/solvency/testing';
import type { KyselyPlugin } from 'kysely';
import type { Scheduler } from './scheduler.ts';

/** Folder for the databases: a file system in memory where there is one, because a story flushes thousands of times. */
export const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** Query ids of the pool's statements, over all stories: some statements are compiled only once per process. */
const statements = new WeakSet<object>();
let template: Promise<string> | undefined;

/** Database of a story. */
export interface StoryDatabase {
  readonly db: Database;
  readonly close: () => Promise<void>;
}

/** Creates the databases of a story. */
export interface StoryDatabases {
  /**
   * True when a statement is answered in a later turn of the event loop. Such a story is never interleaved: a task that waits for a lock of
   * a parked task would wait for ever.
   */
  readonly waits: boolean;
  open(scheduler: Scheduler): Promise<StoryDatabase>;
}

/** SQLite, in a file system in memory where there is one. */
export const SQLITE: StoryDatabases = { waits: false, open: openSqliteStory };

/** Opens a migrated database at a URL. Closing leaves it behind. */
export function openAt(url: DatabaseUrl, scheduler: Scheduler): StoryDatabase {
  const db = new Database(() => url, { plugins: [pointsOf(scheduler)] });
  return { db, close: () => db.close() };
}

/** Creates a migrated database in a folder of its own. Closing removes the folder. */
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
 * Makes each statement a point: before it a task of a killed process stops, after it a task may be parked. The statements that begin and
 * end a transaction are not points: they serve all tasks that share the transaction.
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

/** State of a pool's folder at one moment. */
export interface Copy {
  readonly takenAt: number;
  readonly lines: readonly string[];
  readonly log: readonly Parameters<SignedLog['append']>[0][];
  readonly snapshots: MemorySnapshots;
}
