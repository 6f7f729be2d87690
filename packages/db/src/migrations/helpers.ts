// Frozen together with the migrations that use it: add functions, never change one.
import { type Kysely, sql } from 'kysely';

// Migrations see whatever tables exist when they run, so no table type fits.
// biome-ignore lint/suspicious/noExplicitAny: Kysely's own type for a database of unknown tables.
export type AnyDatabase = Kysely<any>;

/** Returns true when the migration runs on SQLite; otherwise it runs on PostgreSQL. */
export function isSqlite(db: AnyDatabase): boolean {
  return db.getExecutor().adapter.constructor.name === 'SqliteAdapter';
}

/**
 * Runs one statement that differs between the dialects only by words (docs/decisions/011-migrations-in-plain-sql.md):
 * `{integer}` is a 64-bit integer, `{identity}` a growing primary key, `{strict}` the end of a table definition.
 */
export async function run(db: AnyDatabase, statement: string): Promise<void> {
  const words = isSqlite(db)
    ? { integer: 'integer', identity: 'integer primary key autoincrement', strict: 'strict' }
    : { integer: 'bigint', identity: 'bigint generated always as identity primary key', strict: '' };
  const text = statement
    .replaceAll('{integer}', words.integer)
    .replaceAll('{identity}', words.identity)
    .replaceAll('{strict}', words.strict);
  await sql.raw(text).execute(db);
}

/** Makes the database itself refuse every change and removal of a table's rows. */
export async function makeAppendOnly(db: AnyDatabase, table: string): Promise<void> {
  if (isSqlite(db)) {
    for (const action of ['update', 'delete']) {
      await sql
        .raw(
          `create trigger ${table}_no_${action} before ${action} on ${table}
           begin select raise(abort, '${table} is append-only'); end`,
        )
        .execute(db);
    }
    return;
  }
  await sql
    .raw(
      `create function ${table}_append_only() returns trigger language plpgsql as
       $$ begin raise exception '${table} is append-only'; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger ${table}_append_only before update or delete or truncate on ${table}
       for each statement execute function ${table}_append_only()`,
    )
    .execute(db);
}
