import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';

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

/**
 * Brings a database to the newest schema. Safe when two processes do it at once.
 *
 * @throws FirstEditionError before anything is changed, for a database of the first edition.
 * @throws Error naming the migration that failed; the database is then unchanged by it.
 */
export async function migrateToLatest(database: Database): Promise<void> {
  if (await isFirstEdition(database)) throw new FirstEditionError();
  const migrator = new Migrator({
    db: database.untyped(),
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
  });
  // The migrator returns its error instead of throwing it.
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'none could start';
  throw new Error(`Migration failed (${failed}).`, { cause: error });
}

/** Returns true when migrations of the first edition, numbered below 100, have run. */
async function isFirstEdition(database: Database): Promise<boolean> {
  const db = database.untyped();
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return false;
  const { rows } = await sql`select name from kysely_migration where name < '100' limit 1`.execute(db);
  return rows.length > 0;
}
