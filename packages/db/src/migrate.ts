import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';

/**
 * Brings a database to the newest schema. Safe when two processes do it at once.
 *
 * @throws Error naming the migration that failed; the database is then unchanged by it.
 */
export async function migrateToLatest(database: Database): Promise<void> {
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
