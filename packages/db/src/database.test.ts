// Goal: a transaction is all or nothing, nothing reads past it, and the database itself guards the books.
import { mulDivFloor } from '@glasspool/core';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { scaleDownSql } from './expressions.ts';
import { migrateToLatest } from './migrate.ts';
import { describeEachDatabase } from './testing.ts';

describeEachDatabase('the database', (open, dialect) => {
  it('writes nothing and runs no effect when the work throws', async () => {
    const { database } = await open();
    const effects: string[] = [];
    const work = database.transaction(async (tx) => {
      await tx.insertInto('setting').values({ name: 'a', value: '1' }).execute();
      tx.onCommit(() => effects.push('ran'));
      throw new Error('stop');
    });
    await expect(work).rejects.toThrow('stop');
    expect(await database.read.selectFrom('setting').selectAll().execute()).toEqual([]);
    expect(effects).toEqual([]);
  });

  if (dialect === 'sqlite')
    it('has a commit of SQLite on the disk before it says so', async () => {
      const { database } = await open();
      const read = async (name: string) => (await sql.raw(`pragma ${name}`).execute(database.untyped())).rows;
      // 2 is FULL: flushed at each commit.
      expect(await read('synchronous')).toEqual([{ synchronous: 2n }]);
      expect(await read('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    });

  if (dialect === 'sqlite')
    it('plans a statement of SQLite once, whatever its values', async () => {
      const { database } = await open();
      const query = (state: 'confirming' | 'credited') =>
        database.read
          .selectFrom('deposit')
          .select('id')
          .where('network', '=', 'BSC')
          .where('state', '=', state);
      expect(await query('confirming').explain()).toEqual(await query('credited').explain());
      // Had SQLite looked at the value, it would have found an index that holds such rows alone.
      const looking = sql`explain query plan select id from deposit where network = 'BSC' and state = 'confirming'`;
      const { rows } = await looking.execute(database.untyped());
      expect(rows).toEqual([
        expect.objectContaining({ detail: expect.stringContaining('deposit_confirming_idx') }),
      ]);
    });

  if (dialect === 'sqlite')
    it('gives a parameter of SQLite the affinity of the whole number that it is compared with', async () => {
      const { database } = await open();
      const compare = (text: string) =>
        sql<{
          same: bigint;
        }>`select number = ${text} as same from (select cast(5 as integer) as number)`.execute(
          database.untyped(),
        );
      expect((await compare('5')).rows).toEqual([{ same: 1n }]);
    });

  it('runs effects after the commit', async () => {
    const { database } = await open();
    const effects: string[] = [];
    await database.transaction(async (tx) => {
      tx.onCommit(() => effects.push('ran'));
      await tx.insertInto('setting').values({ name: 'a', value: '1' }).execute();
      expect(effects).toEqual([]);
    });
    expect(effects).toEqual(['ran']);
  });

  it('refuses to read around an open transaction, or to open a second inside it', async () => {
    const { database } = await open();
    await database.transaction(async () => {
      expect(() => database.read).toThrow('use tx');
      await expect(database.transaction(async () => undefined)).rejects.toThrow('already open');
    });
  });

  it('reads one moment while others write, and keeps no one from it', async () => {
    const { database } = await open();
    const write = (name: string) =>
      database.transaction((tx) => tx.insertInto('setting').values({ name, value: '1' }).execute());
    await write('before');
    const seen = await database.consistentRead(async (db) => {
      const names = () => db.selectFrom('setting').select('name').execute();
      const first = await names();
      await write('meanwhile');
      return [first, await names()];
    });
    expect(seen).toEqual([[{ name: 'before' }], [{ name: 'before' }]]);
    expect(await database.read.selectFrom('setting').select('name').execute()).toHaveLength(2);
  });

  it('makes the handle of a finished transaction useless', async () => {
    const { database } = await open();
    const leaked = await database.transaction(async (tx) => tx);
    await expect(leaked.insertInto('setting').values({ name: 'a', value: '1' }).execute()).rejects.toThrow();
    expect(await database.read.selectFrom('setting').selectAll().execute()).toEqual([]);
  });

  it.each([
    'transfer',
    'posting',
    'reward',
    'referral_reward',
    'referral_transfer',
    'reward_page',
    'wallet_release',
    'terms',
    'withdrawal_event',
    'outgoing_transaction',
  ])('has append-only rules on %s', async (table) => {
    const { database } = await open();
    await insertSample(database.untyped(), table);
    await expect(sql.raw(`delete from ${table}`).execute(database.untyped())).rejects.toThrow('append-only');
    const column = (await getColumns(database.untyped(), table)).at(-1);
    await expect(
      sql.raw(`update ${table} set ${column} = ${column}`).execute(database.untyped()),
    ).rejects.toThrow('append-only');
  });

  it('lets the block of a network fee and its success change, and nothing else of it', async () => {
    const { database } = await open();
    await insertSample(database.untyped(), 'network_fee');
    const { rows } = await sql`update network_fee set block_height = 7 returning block_height`.execute(
      database.untyped(),
    );
    expect(rows).toHaveLength(1);
    for (const column of await getColumns(database.untyped(), 'network_fee'))
      if (!['block_height', 'succeeded'].includes(column))
        await expect(
          sql.raw(`update network_fee set ${column} = ${column}`).execute(database.untyped()),
        ).rejects.toThrow('append-only');
    await expect(sql`delete from network_fee`.execute(database.untyped())).rejects.toThrow('append-only');
  });

  it('refuses a guarded balance below zero, and allows it where the account is free', async () => {
    const { database } = await open();
    const insert = (id: string, guarded: number) =>
      sql`insert into account values (${id}, ${id}, 'USDT', 'user/wallet', null, ${guarded}, -1)`.execute(
        database.untyped(),
      );
    await expect(insert('guarded', 1)).rejects.toThrow(/account_not_overdrawn/);
    await expect(insert('free', 0)).resolves.toBeDefined();
  });

  it('lets an open reward run change, and refuses to change or delete a closed one', async () => {
    const { database } = await open();
    const db = database.untyped();
    for (const statement of rewardRows()) await sql.raw(statement).execute(db);
    await sql`update reward_run set state = 'closed', root = 'ab', closed_at = 0`.execute(db);
    await expect(sql`update reward_run set root = 'cd'`.execute(db)).rejects.toThrow(/final/);
    await expect(sql`delete from reward_run`.execute(db)).rejects.toThrow();
  });

  it('scales amounts down exactly as core does, up to the largest amount that an account can hold', async () => {
    const { database } = await open();
    const cases = [0n, 1n, 999_999_999n, 1_000_000_001n, 123_456_789_012_345_678n, 10n ** 18n].flatMap(
      (amount) =>
        [0n, 1n, 333_333_333n, 999_999_999n, 1_000_000_000n].map((share) => [amount, share] as const),
    );
    for (const [amount, share] of cases) {
      const scaled = scaleDownSql(sql<bigint>`cast(${amount} as bigint)`, share, 1_000_000_000n);
      const row = await database.read.selectNoFrom([scaled.as('resultMicro')]).executeTakeFirstOrThrow();
      expect([amount, share, row.resultMicro]).toEqual([
        amount,
        share,
        mulDivFloor(amount, share, 1_000_000_000n),
      ]);
    }
  });

  it('is migrated by two processes at once, and again', async () => {
    const { database, connect } = await open();
    await Promise.all([migrateToLatest(database), migrateToLatest(connect())]);
    await migrateToLatest(database);
  });
});

type Untyped = Parameters<ReturnType<typeof sql>['execute']>[0];

const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  transfer: ["insert into transfer (reference, kind, created_at) values ('r', 'gas-top-up', 0)"],
  posting: [
    "insert into account values ('a', 'a', 'USDT', 'pool/ownFunds', null, 0, 1)",
    "insert into transfer (reference, kind, created_at) values ('r', 'gas-top-up', 0)",
    "insert into posting select id, 'a', 1 from transfer",
  ],
  terms: ['insert into terms values (1, 20000, 30, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)'],
  withdrawal_event: [
    ...userWithWithdrawal(),
    "insert into withdrawal_event values ('wdr', 'requested', '{}', 0)",
  ],
  outgoing_transaction: [
    ...userWithWithdrawal(),
    "insert into outgoing_transaction values ('0x', 'BSC', 'wdr', 's', 0, null, 'raw', 0)",
  ],
  network_fee: ["insert into network_fee values ('BSC', '0x', 'BNB', 1, 0, 6, 0, 1)"],
  network_fee_change: [
    "insert into network_fee values ('BSC', '0x', 'BNB', 1, 0, 6, 0, 1)",
    `insert into network_fee_change (network, tx_hash, currency, amount_micro, dust_units, created_at)
     values ('BSC', '0x', 'BNB', 1, 0, 0)`,
  ],
  reward: rewardRows(),
  referral_reward: [
    ...rewardRows(),
    "insert into referral_reward values ('inv', 1, 1, 'usr', 'USDT', 'run', 1, 0, 0, 0)",
  ],
  reward_page: [...rewardRows(), "insert into reward_page values ('run', 1, 1, 'ab')"],
  wallet_release: [...userWithWithdrawal(), "insert into wallet_release values ('wrl', 'usr', 'USDT', 1, 0)"],
  referral_transfer: [
    ...userWithWithdrawal(),
    "insert into referral_transfer values ('rft', 'usr', 'USDT', 1, null, 0)",
  ],
};

function rewardRows(): string[] {
  return [
    ...userWithWithdrawal(),
    'insert into terms values (1, 20000, 30, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)',
    "insert into investment (id, user_id, currency, terms_version, principal_micro, state, rewarded_days, rewarded_micro, unlocks_at, created_at) values ('inv', 'usr', 'USDT', 1, 1, 'active', 0, 0, 0, 0)",
    "insert into reward_run (id, currency, terms_version, state, run_at, due_until) values ('run', 'USDT', 1, 'paying', 0, 0)",
    "insert into reward values ('inv', 1, 'usr', 'USDT', 'run', 1, 0, 0, 0)",
  ];
}

function userWithWithdrawal(): string[] {
  return [
    `insert into "user" (id, email, user_name, password_hash, role, referral_code, referred_by, locked_at, created_at) values ('usr', 'a@b.c', 'a', 'h', 'user', 'code', null, null, 0)`,
    "insert into withdrawal (id, user_id, source, network, currency, address, amount_micro, fee_micro, state, created_at, updated_at) values ('wdr', 'usr', 'user', 'BSC', 'USDT', '0x', 1, 0, 'requested', 0, 0)",
  ];
}

async function insertSample(db: Untyped, table: string): Promise<void> {
  for (const statement of SAMPLES[table] ?? []) await sql.raw(statement).execute(db);
}

async function getColumns(db: Untyped, table: string): Promise<string[]> {
  const { rows } = await sql.raw<Record<string, unknown>>(`select * from ${table}`).execute(db);
  return Object.keys(rows[0] ?? {});
}
