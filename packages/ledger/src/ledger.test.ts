// Goal: money is never made, lost or moved twice, whoever does it at once and wherever it stops.
// Method: single transfers, set-based ones, races on one balance, and a stop before every statement.
import type { Database, Transaction } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  type AccountRef,
  getBalance,
  getBalances,
  OverdrawnError,
  postTransfer,
  postTransferRows,
  verifyLedger,
} from './index.ts';

const world: AccountRef = { path: 'world', currency: 'USDT', guarded: false };
const alice: AccountRef = { path: 'user/alice/wallet', currency: 'USDT', guarded: true };
const bob: AccountRef = { path: 'user/bob/wallet', currency: 'USDT', guarded: true };

const move =
  (from: AccountRef, to: AccountRef, amountMicro: bigint, reference: string) => (tx: Transaction) =>
    postTransfer(tx, { reference, kind: 'test', createdAt: 0, moves: [{ from, to, amountMicro }] });

async function expectBooks(database: Database, balances: readonly bigint[]): Promise<void> {
  expect(await verifyLedger(database.read)).toEqual([]);
  expect(await getBalances(database.read, [alice, bob])).toEqual(balances);
}

describeEachDatabase('ledger', (open) => {
  it('moves money between two accounts', async () => {
    const { database } = await open();
    await database.transaction(move(world, alice, 100n, 'deposit/1'));
    await database.transaction(move(alice, bob, 30n, 'gift/1'));
    await expectBooks(database, [70n, 30n]);
    expect(await getBalance(database.read, world)).toBe(-100n);
  });

  it('writes a reference once, however often it is asked to', async () => {
    const { database } = await open();
    expect(await database.transaction(move(world, alice, 100n, 'deposit/1'))).toBe(true);
    expect(await database.transaction(move(world, alice, 100n, 'deposit/1'))).toBe(false);
    await expectBooks(database, [100n, 0n]);
  });

  it('writes a reference once when twenty ask at the same time', async () => {
    const { database, connect } = await open();
    const second = connect();
    const posted = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? database : second).transaction(move(world, alice, 5n, 'deposit/1')),
      ),
    );
    expect(posted.filter(Boolean)).toHaveLength(1);
    await expectBooks(database, [5n, 0n]);
  });

  it('refuses to overdraw a guarded account, and changes nothing', async () => {
    const { database } = await open();
    await database.transaction(move(world, alice, 100n, 'deposit/1'));
    await expect(database.transaction(move(alice, bob, 101n, 'gift/1'))).rejects.toThrow(OverdrawnError);
    await expectBooks(database, [100n, 0n]);
  });

  it('lets one of fifty transfers of the whole balance through', async () => {
    const { database, connect } = await open();
    const second = connect();
    await database.transaction(move(world, alice, 100n, 'deposit/1'));
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? database : second).transaction(move(alice, bob, 100n, `gift/${index}`)),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await expectBooks(database, [0n, 100n]);
  });

  it.each([
    ['zero', world, alice, 0n],
    ['a negative amount', world, alice, -1n],
    ['a move to itself', alice, alice, 1n],
    ['a move across currencies', world, { ...alice, currency: 'TRX' as const }, 1n],
  ])('refuses %s', async (_title, from, to, amountMicro) => {
    const { database } = await open();
    await expect(database.transaction(move(from, to, amountMicro, 'x'))).rejects.toThrow(RangeError);
    await expectBooks(database, [0n, 0n]);
  });

  it('posts many transfers from one account in a fixed number of statements', async () => {
    const { database } = await open();
    await database.transaction(move(world, alice, 100n, 'deposit/1'));
    const rows = sql<{ reference: string; toPath: string; amountMicro: bigint }>`
      select 'r/1' as reference, 'user/bob/wallet' as to_path, ${sql.lit(7)} as amount_micro
      union all select 'r/2', 'user/bob/wallet', 8 union all select 'r/3', 'user/carol/wallet', 9`;
    const post = (tx: Transaction) => postTransferRows(tx, rows, { from: alice, kind: 'test', createdAt: 0 });
    expect(await database.transaction(post)).toEqual({ totalMicro: 24n });
    await expectBooks(database, [76n, 15n]);
    await expect(database.transaction(post)).rejects.toThrow();
    await expectBooks(database, [76n, 15n]);
  });

  it('is all or nothing when it stops before any statement', async () => {
    const { database, connectStoppable } = await open();
    await database.transaction(move(world, alice, 100n, 'deposit/1'));
    const failing = connectStoppable();
    let statement = 1;
    for (; ; statement += 1) {
      failing.stopBefore(statement);
      const outcome = await failing.database
        .transaction(move(alice, bob, 40n, 'gift/1'))
        .catch(() => 'stopped' as const);
      if (outcome !== 'stopped') break;
      await expectBooks(database, [100n, 0n]);
    }
    expect(statement).toBeGreaterThan(4);
    await expectBooks(database, [60n, 40n]);
  });

  it('names a balance that was changed behind its back', async () => {
    const { database } = await open();
    await database.transaction(move(world, alice, 100n, 'deposit/1'));
    await sql`update account set balance_micro = 99 where path = 'user/alice/wallet'`.execute(
      database.untyped(),
    );
    expect(await verifyLedger(database.read)).toEqual([
      expect.objectContaining({ rule: 'balance-equals-postings', subject: 'user/alice/wallet:USDT' }),
    ]);
  });

  it('names a transfer whose postings do not sum to zero', async () => {
    const { database } = await open();
    await database.transaction(move(world, alice, 100n, 'deposit/1'));
    await sql`insert into transfer (reference, kind, created_at) values ('forged', 'x', 0)`.execute(
      database.untyped(),
    );
    await sql`insert into posting select id, 'user/alice/wallet:USDT', 1 from transfer where reference = 'forged'`.execute(
      database.untyped(),
    );
    const rules = (await verifyLedger(database.read)).map((discrepancy) => discrepancy.rule);
    expect(rules).toEqual(['transfer-sums-to-zero', 'balance-equals-postings']);
  });
});
