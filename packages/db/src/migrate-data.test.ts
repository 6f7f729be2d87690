// Goal: a database of the first edition is refused before anything in it is changed, a database of the second is migrated once, and what an
// older version left under way goes on under the newest schema.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@glasspool/core';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { Database } from './database.ts';
import type { DatabaseUrl } from './database-url.ts';
import { FirstEditionError, migrateToLatest } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createDatabase } from './testing-postgres.ts';

const NOON_OF_DAY_2 = 2.5 * DAY_MS;
const ALICE =
  "insert into \"user\" (id, email, user_name, password_hash, role, referral_code, created_at) values ('alice', 'a@example.org', 'alice', 'x', 'user', 'a', 0)";

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

  /** A database as an older version left it, with the rows of a test, and then brought to the newest schema. */
  async function migrateFrom(newest: string, statements: readonly string[]): Promise<Database> {
    const url = await emptyDatabase(dialect);
    const database = new Database(() => url);
    const provider = { getMigrations: async () => ({ ...MIGRATIONS }) };
    const { error } = await new Migrator({ db: database.untyped(), provider }).migrateTo(newest);
    if (error !== undefined) throw error;
    for (const statement of [ALICE, ...statements]) await sql.raw(statement).execute(database.untyped());
    await migrateToLatest(database);
    return database;
  }

  it('takes what waits for a review out of the daily cap, and leaves what does not', async () => {
    const withdrawal = (id: string, state: string, amount: number) =>
      `insert into withdrawal (id, user_id, source, network, currency, address, amount_micro, fee_micro, state, created_at, updated_at)
       values ('${id}', 'alice', 'user', 'BSC', 'USDT', 'x', ${amount}, 0, '${state}', ${NOON_OF_DAY_2}, 0)`;
    await using database = await migrateFrom('212-roll-backs', [
      withdrawal('waits', 'reviewing', 90),
      withdrawal('goes', 'approved', 7),
      "insert into daily_total values ('request', 'USDT', 2, 97, 2), ('request', 'TRX', 2, 5, 1), ('deposit', 'USDT', 2, 90, 1)",
    ]);
    const totals = await database.read
      .selectFrom('dailyTotal')
      .select(['kind', 'currency', 'amountMicro'])
      .orderBy('amountMicro')
      .execute();
    expect(totals.map(({ kind, currency, amountMicro }) => [kind, currency, amountMicro])).toEqual([
      ['request', 'TRX', 5n],
      ['request', 'USDT', 7n],
      ['deposit', 'USDT', 90n],
    ]);
    const counted = await database.read
      .selectFrom('withdrawal')
      .select(['id', 'countedAt'])
      .orderBy('id')
      .execute();
    expect(counted).toEqual([
      { id: 'goes', countedAt: null },
      { id: 'waits', countedAt: 0 },
    ]);
  });

  it('knows which attempt of a sweep moved the tokens', async () => {
    const sent = (hash: string, subject: string) => [
      `insert into outgoing_transaction (tx_hash, network, subject, sender, raw, created_at) values ('${hash}', 'BSC', '${subject}', 'x', 'y', 0)`,
      `insert into network_fee (network, tx_hash, currency, amount_micro, dust_units, block_height, created_at) values ('BSC', '${hash}', 'BNB', 1, 0, 1, 0)`,
    ];
    await using database = await migrateFrom('212-roll-backs', [
      "insert into wallet (network, derivation_index, address, user_id) values ('BSC', 1, 'x', 'alice')",
      "insert into sweep (id, requested_by, state, created_at) values ('sweep', 'alice', 'done', 0)",
      `insert into sweep_item (id, sweep_id, network, derivation_index, address, currency, amount_micro, dust_units, state, attempt, tx_hash, read_height, updated_at)
       values ('item', 'sweep', 'BSC', 1, 'x', 'USDT', 1, 0, 'swept', 2, 'second', 0, 0)`,
      ...sent('first', 'item/1'),
      ...sent('second', 'item/2'),
      ...sent('payment', 'wdr_1'),
    ]);
    const fees = await database.read.selectFrom('networkFee').select(['txHash', 'succeeded']).execute();
    expect(new Map(fees.map(({ txHash, succeeded }) => [txHash, succeeded]))).toEqual(
      new Map([
        ['first', 0],
        ['second', 1],
        ['payment', 1],
      ]),
    );
  });

  it('opens the accounts of the pool, and leaves those that were used', async () => {
    await using database = await migrateFrom('221-logged-transactions-expand', [
      "insert into account values ('chain/custody:USDT', 'chain/custody', 'USDT', 'chain/custody', null, 0, -5)",
    ]);
    const accounts = await database.read.selectFrom('account').select(['id', 'balanceMicro']).execute();
    expect(accounts.filter(({ balanceMicro }) => balanceMicro !== 0n)).toEqual([
      { id: 'chain/custody:USDT', balanceMicro: -5n },
    ]);
    expect(accounts).toHaveLength(18);
  });

  it('gives everything that was signed the state that the other tables show, also in a pool that is halted', async () => {
    const pay = (id: string, state: string) => [
      `insert into withdrawal (id, user_id, source, network, currency, address, amount_micro, fee_micro, state, created_at, updated_at)
       values ('${id}', 'alice', 'user', 'BSC', 'USDT', 'x', 5, 0, '${state}', 1, 1)`,
    ];
    const sign = (subject: string, sender = 'hot', hash = `tx ${subject}`) => [
      `insert into outgoing_transaction (tx_hash, network, subject, sender, raw, created_at) values ('${hash}', 'BSC', '${subject}', '${sender}', 'y', 7)`,
    ];
    const mine = (subject: string, succeeded: number) => [
      `insert into network_fee (network, tx_hash, currency, amount_micro, dust_units, block_height, succeeded, created_at)
       values ('BSC', 'tx ${subject}', 'BNB', 1, 0, 9, ${succeeded}, 8)`,
    ];
    const follow = (subject: string) => [`insert into adopted_subject values ('${subject}', 'BSC')`];
    const confirmedOnce = (id: string) => [
      `insert into withdrawal_event values ('${id}', 'confirmed', '{}', 1)`,
    ];
    const item = `swi_${'0'.repeat(26)}`;
    const [left, done] = [`swi_${'1'.repeat(26)}`, `swi_${'2'.repeat(26)}`];
    const sweep = (id: string, index: number, state: string, attempt: number, returnsGas: number) =>
      `insert into sweep_item (id, sweep_id, network, derivation_index, address, currency, amount_micro, dust_units, state, attempt, read_height, returns_gas, updated_at)
       values ('${id}', 'sweep', 'BSC', ${index}, 'address ${index}', 'USDT', 1, 0, '${state}', ${attempt}, 0, ${returnsGas}, 0)`;
    const wallet = (index: number, address: string) =>
      `insert into wallet (network, derivation_index, address, user_id) values ('BSC', ${index}, '${address}', null)`;
    const snapshot = (number: number, anchoredAt: string) =>
      `insert into snapshot (number, reason, cut_off_at, leaf_count, journal_length, journal_peaks, last_transfer_id, open_transfers, user_count, manifest, manifest_digest, anchored_at, created_at)
       values (${number}, 'daily', 0, 0, 0, '', 0, '', 0, '', '', ${anchoredAt}, 0)`;
    await using database = await migrateFrom('223-withdrawal-reasons-expand', [
      "insert into setting values ('payouts.frozen', 'An admin looks.')",
      wallet(0, 'hot'),
      ...[1, 2, 3].map((index) => wallet(index, `address ${index}`)),
      ...pay('waits', 'approved'),
      ...[...pay('signed', 'signed'), ...sign('signed')],
      "insert into committed_fee values ('signed', 'BNB', 3)",
      ...[...pay('sent', 'broadcast'), ...sign('sent'), ...sign('sent', 'hot', 'tx sent again')],
      ...[...pay('paid', 'confirmed'), ...sign('paid'), ...mine('paid', 1), ...confirmedOnce('paid')],
      ...[...pay('failed', 'failed'), ...sign('failed'), ...mine('failed', 0)],
      ...[...pay('dropped', 'failed'), ...sign('dropped')],
      ...[...pay('reversed', 'failed'), ...sign('reversed'), ...confirmedOnce('reversed')],
      ...[...pay('again', 'confirmed'), ...sign('again'), ...mine('again', 1), ...follow('again')],
      ...confirmedOnce('again'),
      // Paid by a transaction that the database never had the bytes of.
      ...[...pay('other', 'confirmed'), ...sign('other', 'hot', 'tx never mined'), ...mine('other', 1)],
      "update withdrawal set tx_hash = 'tx other' where id = 'other'",
      ...confirmedOnce('other'),
      ...[...pay('void', 'failed'), ...sign('void'), ...sign('void/void'), ...follow('void/void')],
      "insert into sweep (id, requested_by, state, created_at) values ('sweep', 'alice', 'running', 0)",
      sweep(item, 1, 'moving', 2, 0),
      sweep(left, 2, 'swept', 1, 1),
      sweep(done, 3, 'waiting', 1, 0),
      ...[...sign(`${item}/1`), ...mine(`${item}/1`, 1), ...sign(`${item}/2`, 'address 1')],
      ...[...sign(`${left}/1`, 'address 2'), ...mine(`${left}/1`, 1), ...sign(`${left}/gas`, 'address 2')],
      ...[...sign(`${done}/1`, 'address 3')],
      ...[snapshot(0, '5'), snapshot(1, 'null')],
      ...[...sign('snapshot/0', 'anchor'), ...mine('snapshot/0', 1)],
      ...[...sign('snapshot/0/gas/0'), ...mine('snapshot/0/gas/0', 1), ...sign('snapshot/1/gas/0')],
    ]);
    const rows = await database.read.selectFrom('outgoing').selectAll().orderBy('id').execute();
    const short = rows.map(({ id, purpose, state, ...row }) =>
      [
        ...[id.replace(item, 'item').replace(left, 'left').replace(done, 'done'), purpose, state],
        ...(row.txHash === null ? [] : [`block ${row.blockHeight}`]),
        ...(row.feeMicro > 0n ? [`fee ${row.feeMicro}`] : []),
        ...(row.sentAt === null ? ['unsent'] : []),
        ...(row.reopenedAt === null ? [] : ['again']),
      ].join(' '),
    );
    expect(short.sort()).toEqual(
      [
        'again withdrawal open block 9 again',
        'done/1 sweep dropped',
        'dropped withdrawal dropped',
        'failed withdrawal failed block 9',
        'item/1 sweep-gas paid block 9',
        'item/2 sweep open',
        'left/1 sweep paid block 9',
        'left/gas gas-return open',
        'other withdrawal paid block 9',
        'paid withdrawal paid block 9',
        'reversed withdrawal returned',
        'sent withdrawal open',
        'signed withdrawal open fee 3 unsent',
        'snapshot/0 anchor paid block 9',
        'snapshot/0/gas/0 anchor-gas paid block 9',
        'snapshot/1/gas/0 anchor-gas open',
        'void withdrawal watched again',
      ].sort(),
    );
    const halt = database.read.selectFrom('setting').select('value').where('name', '=', 'payouts.frozen');
    expect(await halt.executeTakeFirst()).toEqual({ value: 'An admin looks.' });
  });
});
