// Goal: nothing outside the closed grammar of transfers is ever written, by any writer.
// Method: the rules in the database are compared with those in the code. Rows that break each of them are inserted without the code.
import type { UserId } from '@glasspool/core';
import {
  ACCOUNT_CLASSES,
  listPostingRules,
  TRANSFER_KINDS,
  type Transfer,
  type TransferKind,
  transfers,
} from '@glasspool/core/books';
import type { Database, Transaction } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { postTransfer } from './index.ts';

const alice: UserId = 'usr_alice';
const bob: UserId = 'usr_bob';

const deposit = (userId: UserId | null, amountMicro: bigint, txHash = '0x1'): Transfer =>
  transfers.creditDeposit(
    { network: 'BSC', txHash, logIndex: 0, reversals: 0, userId, currency: 'USDT', amountMicro },
    0n,
  );
const post = (transfer: Transfer) => (tx: Transaction) => postTransfer(tx, transfer, 0);

describeEachDatabase('the grammar in the database', (open) => {
  const raw = (database: Database, statement: string) => sql.raw(statement).execute(database.untyped());

  it('has the same grammar as the code', async () => {
    const { database } = await open();
    const kinds = await sql<{ kind: string; users: string }>`select * from transfer_kind`.execute(
      database.untyped(),
    );
    expect(Object.fromEntries(kinds.rows.map(({ kind, users }) => [kind, users]))).toEqual(
      Object.fromEntries(Object.entries(TRANSFER_KINDS).map(([kind, { users }]) => [kind, String(users)])),
    );
    const rules = await sql<{
      kind: string;
      account_class: string;
      direction: bigint;
    }>`select * from posting_rule`.execute(database.untyped());
    const inCode = Object.keys(TRANSFER_KINDS).flatMap((kind) =>
      listPostingRules(kind as TransferKind).map(
        ({ accountClass, direction }) => `${kind} ${accountClass} ${direction}`,
      ),
    );
    expect(rules.rows.map((rule) => `${rule.kind} ${rule.account_class} ${rule.direction}`).sort()).toEqual(
      inCode.sort(),
    );
  });

  it('refuses an unknown kind', async () => {
    const { database } = await open();
    await expect(
      raw(database, `insert into transfer (reference, kind, created_at) values ('tpyo/1', 'tpyo', 0)`),
    ).rejects.toThrow();
  });

  it('refuses a posting that its kind does not have, in either direction', async () => {
    const { database } = await open();
    await database.transaction(post(deposit(alice, 100n)));
    await database.transaction(post(deposit(null, 100n, '0x3')));
    await raw(
      database,
      `insert into transfer (reference, kind, created_at) values ('maturity/inv_1', 'maturity', 0)`,
    );
    for (const [account, amount] of [
      ['pool/ownFunds', -5],
      ['user/usr_alice/wallet', 5],
      ['user/usr_alice/wallet', -5],
    ])
      await expect(
        raw(
          database,
          `insert into posting select id, '${account}:USDT', ${amount} from transfer where kind = 'maturity'`,
        ),
      ).rejects.toThrow(/grammar/);
  });

  it('refuses a second user in a transfer of one user', async () => {
    const { database } = await open();
    await database.transaction(post(deposit(alice, 100n)));
    await database.transaction(post(deposit(bob, 100n, '0x2')));
    await raw(
      database,
      `insert into transfer (reference, kind, created_at) values ('deposit/BSC/0x9/0', 'deposit', 0)`,
    );
    const insert = (user: string) =>
      raw(
        database,
        `insert into posting select id, 'user/${user}/wallet:USDT', 5 from transfer where reference = 'deposit/BSC/0x9/0'`,
      );
    await insert('usr_alice');
    await expect(insert('usr_bob')).rejects.toThrow(/users/);
  });

  it('refuses to change or delete what was posted', async () => {
    const { database } = await open();
    await database.transaction(post(deposit(alice, 100n)));
    for (const statement of [
      'update posting set amount_micro = 1',
      'delete from posting',
      "update transfer set kind = 'deposit'",
      'delete from transfer',
    ])
      await expect(raw(database, statement)).rejects.toThrow(/append-only/);
  });
});

describe('the chart of accounts', () => {
  it('has every account class that a kind of transfer names, and no other is guarded by accident', () => {
    const used = Object.values(TRANSFER_KINDS).flatMap(({ legs }) => legs.flat());
    expect([...new Set(used)].sort()).toEqual(Object.keys(ACCOUNT_CLASSES).sort());
    const open = Object.entries(ACCOUNT_CLASSES).filter(([, { guarded }]) => !guarded);
    expect(open.map(([name]) => name)).toEqual([
      'user/receivable',
      'pool/networkFees',
      'chain/custody',
      'chain/inFlight',
    ]);
  });
});
