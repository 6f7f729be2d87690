// Goal: a database of the first edition is refused before anything in it is changed, and a database of the second is migrated once.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { Database } from './database.ts';
import type { DatabaseUrl } from './database-url.ts';
import { FirstEditionError, migrateToLatest } from './migrate.ts';
import { createDatabase } from './testing-postgres.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function emptyDatabase(dialect: 'sqlite' | 'postgres'): Promise<DatabaseUrl> {
  if (dialect === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-migrate-'));
    folders.push(folder);
    return `sqlite:${join(folder, 'test.db')}`;
  }
  const name = `migrate_${randomBytes(8).toString('hex')}`;
  await createDatabase(inject('postgresUrl'), name);
  return `${inject('postgresUrl')}/${name}`;
}

async function listTables(database: Database): Promise<string[]> {
  const tables = await database.untyped().introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name).sort();
}

describe.each(['sqlite', 'postgres'] as const)('migrating (%s)', (dialect) => {
  it.each(['001-ledger', '016-audit-chain'])(
    'refuses a first-edition database whose newest migration is %s, and leaves it as it was',
    async (newest) => {
      const url = await emptyDatabase(dialect);
      await using database = new Database(() => url);
      const db = database.untyped();
      await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
        db,
      );
      await sql`insert into kysely_migration values (${newest}, 'then')`.execute(db);
      await sql`create table account (id text primary key, path text)`.execute(db);
      const before = await listTables(database);
      await expect(migrateToLatest(database)).rejects.toThrow(FirstEditionError);
      await expect(migrateToLatest(database)).rejects.toThrow(/DATA_DIR|npm run reset/);
      expect(await listTables(database)).toEqual(before);
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
      expect(rows).toEqual([{ name: newest }]);
      if (url.startsWith('sqlite:'))
        expect(readFileSync(url.slice('sqlite:'.length)).length).toBeGreaterThan(0);
    },
  );

  it('brings an empty database to the newest schema, and a second time changes nothing', async () => {
    const url = await emptyDatabase(dialect);
    await using database = new Database(() => url);
    await migrateToLatest(database);
    const tables = await listTables(database);
    await migrateToLatest(database);
    expect(await listTables(database)).toEqual(tables);
    expect(tables).toContain('transfer_kind');
  });
});
