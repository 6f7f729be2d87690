import type { Clock } from '@glasspool/core';
import { Database, migrateToLatest, type ReadDatabaseUrl } from '@glasspool/db';
import { machineClock } from './adapters/clock.ts';
import { DatabaseClock } from './adapters/database-clock.ts';
import { type Config, readDatabaseUrl } from './config/config.ts';
import { describeDatabasePlace } from './config/database-place.ts';
import { findDatabaseTrouble } from './dependencies/database-probe.ts';
import { type WaitOptions, waitUntil } from './dependencies/wait-until.ts';
import { assertBelongTogether } from './lost-database.ts';

/** A question of a connection that serves requests is given up after this time: the server hangs. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Opens the database of the folder, at the newest schema, with the clock of all that share it. */
export async function openDatabase(
  config: Config,
  { waiting, stack }: { waiting: WaitOptions; stack: AsyncDisposableStack },
): Promise<{ db: Database; base: Clock }> {
  await migrate(config, waiting);
  const db = stack.use(
    new Database(getDatabaseUrlReader(config), { serves: true, answerTimeoutMs: ANSWER_TIMEOUT_MS }),
  );
  await assertBelongTogether(db, config);
  // Machines that share a database share its clock.
  return { db, base: isShared({ db }) ? stack.use(await DatabaseClock.follow(db)) : machineClock };
}

/** Brings the database to the newest schema, over a connection whose statements may take long. */
async function migrate(config: Config, waiting: WaitOptions): Promise<void> {
  const place = describeDatabasePlace(config.dataDir);
  await waitUntil(
    async () => {
      await using db = new Database(getDatabaseUrlReader(config));
      await migrateToLatest(db);
    },
    (error) => findDatabaseTrouble(error, place),
    waiting,
  );
}

/** Reads the address of the pool's database, whenever a connection to it is made. */
export function getDatabaseUrlReader({ dataDir }: Pick<Config, 'dataDir'>): ReadDatabaseUrl {
  return () => readDatabaseUrl(dataDir);
}

/** Returns true where several processes may serve the database. */
export function isShared({ db }: { readonly db: Database }): boolean {
  return db.dialectName === 'postgres';
}
