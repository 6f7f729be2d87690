import { PoolError } from '@glasspool/core';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { StatementHookPlugin } from './statement-hook.ts';

/** Migrations of the first edition are numbered below this one. */
const FIRST_OF_THIS_EDITION = '200';
/** End of the name of a migration that only adds what the version before does not need (docs/decisions/013-schema-changes-in-two-steps.md). */
const EXPANDS = /-expand$/;

/** The database was written by the first edition of the books. Nothing in it was changed. */
export class FirstEditionError extends Error {
  override readonly name = 'FirstEditionError';

  constructor() {
    super(
      'The database belongs to the first edition of Glasspool, whose books have other rules. It was not changed. ' +
        'Point DATA_DIR (and DATABASE_URL) at an empty place, or run `npm run reset` to delete a local network; ' +
        'to pay out what an older pool still owes, run the version that wrote it.',
    );
  }
}

/** The database was written by a newer version of the program. Nothing in it was changed. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor(migration: string) {
    super(
      `The database was written by a newer version of Glasspool: this one does not know its migration ${migration}. It was not changed. ` +
        'Run the newer version again, or restore the backup that was made before the upgrade (docs/operations.md, Upgrade).',
    );
  }
}

/**
 * Brings a database to the newest schema. Safe when two processes do it at once. A database that a newer version has only expanded stays as
 * it is: this version runs beside that one.
 *
 * @param onStatement called before each statement: a database that is far away takes long, and goes on all the same
 * @throws FirstEditionError before anything is changed, for a database of the first edition.
 * @throws NewerDatabaseError before anything is changed, for a database of a newer version.
 * @throws PoolError DATABASE_AWAY when it does not answer, or cannot be written to.
 * @throws Error naming the migration that failed; the database is then unchanged by it.
 */
export async function migrateToLatest(
  database: Database,
  onStatement: () => void = () => undefined,
): Promise<void> {
  const done = await readKnownMigrations(database);
  if (done.some((name) => !(name in MIGRATIONS))) return;
  const migrator = new Migrator({
    db: database.untyped().withPlugin(new StatementHookPlugin(onStatement)),
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
  });
  // The migrator returns its error instead of throwing it.
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof PoolError) throw error;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'none could start';
  throw new Error(`Migration failed (${failed}).`, { cause: error });
}

/**
 * Describes how far the schema of a database is from this version's, without changing it.
 *
 * @throws FirstEditionError, NewerDatabaseError
 */
export async function describeMigrations(database: Database): Promise<string> {
  const done = await readKnownMigrations(database);
  const missing = Object.keys(MIGRATIONS).filter((name) => !done.includes(name)).length;
  if (done.length === 0) return 'empty, the first start makes its tables';
  if (done.some((name) => !(name in MIGRATIONS)))
    return 'expanded by a newer version, which this one can run beside';
  return missing === 0 ? 'up to date' : `${missing} migrations behind, the next start runs them`;
}

/** @throws FirstEditionError, NewerDatabaseError for a database that this version cannot work with */
async function readKnownMigrations(database: Database): Promise<string[]> {
  const done = await readMigrations(database);
  if (done.some((name) => name < FIRST_OF_THIS_EDITION)) throw new FirstEditionError();
  const unknown = done.find((name) => !(name in MIGRATIONS) && !EXPANDS.test(name));
  if (unknown !== undefined) throw new NewerDatabaseError(unknown);
  return done;
}

/** Returns the names of the migrations that a database has had. */
async function readMigrations(database: Database): Promise<string[]> {
  const db = database.untyped();
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
