// Goal: a database of the last landed version keeps all that it holds when it is brought to the newest. Method: rows as that version
// wrote them, then every later migration, on both databases.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { Database } from './database.ts';
import type { DatabaseUrl } from './database-url.ts';
import { migrateToLatest } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createDatabase } from './testing-postgres.ts';

const BEFORE = '005-operations';
const DAY_MS = 86_400_000;

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

const ROWS = [
  `insert into "user" (id, email, user_name, password_hash, role, referral_code, referred_by, locked_at, created_at)
    values ('usr', 'a@b.c', 'a', 'h', 'user', 'code', null, null, 0)`,
  `insert into wallet (network, derivation_index, address, user_id) values ('BSC', 1, '0xa', 'usr'), ('TRON', 1, 'Ta', 'usr')`,
  `insert into terms values (1, 20000, 30, 1, 1, 0, 0, 0, 5)`,
  `insert into deposit values ('dep', 'BSC', 'USDT', '0x1', 0, 77, 'h', '0xa', 'usr', 100, 0, 'credited', 1, ${DAY_MS})`,
  `insert into investment values ('inv', 'usr', 'USDT', 1, 60, 'matured', 30, 3, null, ${31 * DAY_MS}, ${DAY_MS})`,
  `insert into reward_run values ('run', 'USDT', ${2 * DAY_MS}, 1, 60, 3, 3, 1, 1, 1, 1, 10, 6)`,
  `insert into withdrawal values ('wdr', 'usr', 'BSC', 'USDT', '0xb', 20, 0, 'confirmed', null, null, '0x2', 0, ${3 * DAY_MS})`,
  `insert into signed_transaction values ('0x2', 'BSC', 'wdr', '0xt', 4, null, 'raw', 9)`,
  `insert into used_nonce values ('BSC', '0xt', 4, 'wdr')`,
];

describe.each(['sqlite', 'postgres'] as const)('a database of version 005 (%s)', (dialect) => {
  it('keeps its rows, and has its totals counted', async () => {
    const url = await emptyDatabase(dialect);
    await using database = new Database(() => url);
    const db = database.untyped();
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
    expect((await migrator.migrateTo(BEFORE)).error).toBeUndefined();
    for (const row of ROWS) await sql.raw(row).execute(db);

    await migrateToLatest(database);

    const read = database.read;
    expect(await read.selectFrom('outgoingTransaction').selectAll().execute()).toEqual([
      {
        txHash: '0x2',
        network: 'BSC',
        subject: 'wdr',
        sender: '0xt',
        nonce: 4,
        expiresAt: null,
        raw: 'raw',
        createdAt: 9,
      },
    ]);
    expect(await read.selectFrom('outgoingNonce').selectAll().execute()).toEqual([
      { network: 'BSC', sender: '0xt', nonce: 4, subject: 'wdr' },
    ]);
    expect(await read.selectFrom('withdrawal').select(['id', 'source']).execute()).toEqual([
      { id: 'wdr', source: 'user' },
    ]);
    expect(
      await read.selectFrom('wallet').select(['network', 'lastDepositHeight']).orderBy('network').execute(),
    ).toEqual([
      { network: 'BSC', lastDepositHeight: 77 },
      { network: 'TRON', lastDepositHeight: 0 },
    ]);
    const totals = await read.selectFrom('dailyTotal').selectAll().orderBy('kind').execute();
    expect(totals.map(({ kind, day, amountMicro }) => [kind, day, amountMicro])).toEqual([
      ['deposit', 1, 100n],
      ['investment', 1, 60n],
      ['maturity', 31, 60n],
      ['reward', 2, 4n],
      ['withdrawal', 3, 20n],
    ]);
  });
});
