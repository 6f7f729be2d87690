// Goal: money is never made, lost or moved twice, whatever runs at the same time and wherever it stops, and nothing outside the closed
// grammar is ever written. Method: single transfers, batches, races on one balance, a stop before every statement, and forged rows.
import type { Id, RewardRunId, UserId } from '@glasspool/core';
import { poolAccount, receivable, type Transfer, transfers, userAccount } from '@glasspool/core/books';
import type { Database, Transaction } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  getBalance,
  getBalances,
  getPosition,
  OverdrawnError,
  postBatch,
  postNew,
  postTransfer,
  ReferenceConflictError,
  verifyLedger,
} from './index.ts';

const alice: UserId = 'usr_alice';
const bob: UserId = 'usr_bob';
const wallet = (userId: UserId) => userAccount(userId, 'wallet', 'USDT');
const withdrawable = (userId: UserId) => userAccount(userId, 'withdrawable', 'USDT');

const deposit = (userId: UserId | null, amountMicro: bigint, txHash = '0x1'): Transfer =>
  transfers.creditDeposit(
    { network: 'BSC', txHash, logIndex: 0, reversals: 0, userId, currency: 'USDT', amountMicro },
    0n,
  );
const release = (amountMicro: bigint, id: string, userId = alice): Transfer =>
  transfers.releaseWallet({ id: `wrl_${id}` as Id<'walletRelease'>, userId, currency: 'USDT', amountMicro });
const post = (transfer: Transfer) => (tx: Transaction) => postTransfer(tx, transfer, 0);

async function expectBooks(database: Database, balances: readonly bigint[]): Promise<void> {
  expect(await verifyLedger(database.read)).toEqual([]);
  expect(await getBalances(database.read, [wallet(alice), withdrawable(alice)])).toEqual(balances);
}

describeEachDatabase('ledger', (open) => {
  it('moves money between two accounts', async () => {
    const { database } = await open();
    await database.transaction(post(deposit(alice, 100n)));
    await database.transaction(post(release(30n, '1')));
    await expectBooks(database, [70n, 30n]);
    expect(await getBalance(database.read, poolAccount('chain/custody', 'USDT'))).toBe(-100n);
  });

  it('answers "already posted" to an identical repeat, and changes nothing', async () => {
    const { database } = await open();
    expect(await database.transaction(post(deposit(alice, 100n)))).toBe('posted');
    expect(await database.transaction(post(deposit(alice, 100n)))).toBe('already posted');
    await expectBooks(database, [100n, 0n]);
  });

  it.each([
    ['another amount', deposit(alice, 999n)],
    ['another user', deposit(bob, 100n)],
    [
      'another part settled',
      transfers.creditDeposit(
        {
          network: 'BSC',
          txHash: '0x1',
          logIndex: 0,
          reversals: 0,
          userId: alice,
          currency: 'USDT',
          amountMicro: 100n,
        },
        40n,
      ),
    ],
  ])('throws when a reference is used again with %s, and changes nothing', async (_title, other) => {
    const { database } = await open();
    await database.transaction(post(deposit(alice, 100n)));
    await expect(database.transaction(post(other))).rejects.toThrow(ReferenceConflictError);
    await expectBooks(database, [100n, 0n]);
  });

  it('throws when the first post of a cause finds that it was posted before', async () => {
    const { database } = await open();
    await database.transaction((tx) => postNew(tx, deposit(alice, 100n), 0));
    await expect(database.transaction((tx) => postNew(tx, deposit(alice, 100n), 0))).rejects.toThrow(
      ReferenceConflictError,
    );
    await expectBooks(database, [100n, 0n]);
  });

  it('writes a reference once when twenty post it at the same time', async () => {
    const { database, connect } = await open();
    const second = connect();
    const posted = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? database : second).transaction(post(deposit(alice, 5n))),
      ),
    );
    expect(posted.filter((result) => result === 'posted')).toHaveLength(1);
    await expectBooks(database, [5n, 0n]);
  });

  it('refuses to overdraw a guarded account, and changes nothing', async () => {
    const { database } = await open();
    await database.transaction(post(deposit(alice, 100n)));
    await expect(database.transaction(post(release(101n, '1')))).rejects.toThrow(OverdrawnError);
    await expectBooks(database, [100n, 0n]);
  });

  it('lets one of fifty transfers of the whole balance through', async () => {
    const { database, connect } = await open();
    const second = connect();
    await database.transaction(post(deposit(alice, 100n)));
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? database : second).transaction(post(release(100n, String(index)))),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    // ASVS 2.3.4, 15.4.2
    await expectBooks(database, [0n, 100n]);
  });

  const custody = poolAccount('chain/custody', 'USDT');
  it.each<[string, Transfer]>([
    ['an amount of zero', deposit(alice, 0n)],
    [
      'a negative amount',
      { ...deposit(alice, 1n), moves: [{ from: custody, to: wallet(alice), amountMicro: -1n }] },
    ],
    ['an amount that no account can hold', deposit(alice, 10n ** 18n + 1n)],
    ['a reference of another kind', { ...deposit(alice, 1n), reference: 'maturity/inv_1' }],
    [
      'a second user',
      {
        ...deposit(alice, 2n),
        moves: [
          { from: custody, to: wallet(alice), amountMicro: 1n },
          { from: custody, to: wallet(bob), amountMicro: 1n },
        ],
      },
    ],
    [
      'accounts that the kind does not have',
      {
        ...deposit(alice, 1n),
        moves: [{ from: wallet(alice), to: poolAccount('pool/ownFunds', 'USDT'), amountMicro: 1n }],
      },
    ],
    [
      'a move across currencies',
      {
        ...deposit(alice, 1n),
        moves: [{ from: poolAccount('chain/custody', 'TRX'), to: wallet(alice), amountMicro: 1n }],
      },
    ],
  ])('refuses %s', async (_title, transfer) => {
    const { database } = await open();
    await expect(database.transaction(post(transfer))).rejects.toThrow(/Transfer/);
    await expectBooks(database, [0n, 0n]);
  });

  it('credits many users of a batch in one transfer, once', async () => {
    const { database } = await open();
    const payable = poolAccount('pool/rewardsPayable', 'USDT');
    const runId: RewardRunId = 'run_1';
    await database.transaction(post(deposit(null, 100n)));
    await database.transaction(
      post(transfers.fundReserve({ id: 'fnd_1', termsVersion: 1, currency: 'USDT', amountMicro: 90n })),
    );
    await database.transaction(
      post(transfers.fixRewardRun({ runId, termsVersion: 1, currency: 'USDT', amountMicro: 80n })),
    );
    const rows = sql<{ userId: string; amountMicro: bigint }>`
      select 'usr_alice' as user_id, ${sql.lit(7)} as amount_micro union all select 'usr_bob', 8 union all select 'usr_alice', 9`;
    const pay = (tx: Transaction) =>
      postBatch(tx, transfers.rewardPage(runId, 1), {
        from: payable,
        credits: [{ name: 'withdrawable', rows }],
        createdAt: 0,
      });
    expect(await database.transaction(pay)).toBe(24n);
    await expectBooks(database, [0n, 16n]);
    expect(await getBalances(database.read, [withdrawable(bob), payable])).toEqual([8n, 56n]);
    await expect(database.transaction(pay)).rejects.toThrow(ReferenceConflictError);
    await expectBooks(database, [0n, 16n]);
  });

  it('is all or nothing when it stops before any statement', async () => {
    const { database, connectStoppable } = await open();
    await database.transaction(post(deposit(alice, 100n)));
    const failing = connectStoppable();
    let statement = 1;
    for (; ; statement += 1) {
      failing.stopBefore(statement);
      const attempt = failing.database.transaction(post(release(40n, '1')));
      const [outcome] = await Promise.allSettled([attempt]);
      if (outcome.status === 'fulfilled') break;
      expect(outcome.reason).toEqual(new Error('stopped'));
      await expectBooks(database, [100n, 0n]);
    }
    expect(statement).toBeGreaterThan(4);
    // ASVS 2.3.3
    await expectBooks(database, [60n, 40n]);
  });

  it('reports a balance that was changed behind its back', async () => {
    const { database } = await open();
    await database.transaction(post(deposit(alice, 100n)));
    await sql`update account set balance_micro = 99 where path = 'user/usr_alice/wallet'`.execute(
      database.untyped(),
    );
    expect(await verifyLedger(database.read)).toEqual([
      expect.objectContaining({ rule: 'balance-equals-postings', subject: 'user/usr_alice/wallet:USDT' }),
    ]);
  });

  it('reports a transfer whose postings do not sum to zero', async () => {
    const { database } = await open();
    await database.transaction(post(deposit(alice, 100n)));
    await sql`insert into transfer (reference, kind, created_at) values ('deposit/BSC/0x2/0', 'deposit', 0)`.execute(
      database.untyped(),
    );
    await sql`insert into posting select id, 'user/usr_alice/wallet:USDT', 1 from transfer where reference = 'deposit/BSC/0x2/0'`.execute(
      database.untyped(),
    );
    const rules = (await verifyLedger(database.read)).map((discrepancy) => discrepancy.rule);
    expect(rules).toEqual(['transfer-sums-to-zero', 'balance-equals-postings']);
  });

  it('reports a reference that its kind does not have', async () => {
    const { database } = await open();
    await sql`insert into transfer (reference, kind, created_at) values ('gift', 'deposit', 0)`.execute(
      database.untyped(),
    );
    expect((await verifyLedger(database.read)).map(({ rule }) => rule)).toEqual([
      'transfer-has-postings',
      'transfer-in-grammar',
    ]);
  });

  it('gives a balance sheet whose assets equal liabilities and own funds, receivables included', async () => {
    const { database } = await open();
    const event = { network: 'BSC', logIndex: 0, currency: 'USDT' } as const;
    await database.transaction(post(deposit(alice, 100n)));
    await database.transaction(post(deposit(null, 50n, '0x2')));
    await database.transaction(
      post(
        transfers.reverseDeposit({ ...event, txHash: '0x1', reversals: 1, userId: alice, amountMicro: 100n }),
      ),
    );
    expect(await getBalance(database.read, receivable(alice, 'USDT'))).toBe(-100n);
    expect(await getPosition(database.read, 'USDT')).toMatchObject({
      custodyMicro: 50n,
      inFlightMicro: 0n,
      userReceivableMicro: 100n,
      owedToUsersMicro: 100n,
      rewardReserveMicro: 0n,
      ownFundsMicro: 50n,
      ownFundsAvailableMicro: 50n,
    });
  });
});
