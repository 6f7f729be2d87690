// Goal: a transfer that the books cannot hold, or that no key of the pool can move, is kept out of the books, raises an alarm and blocks no
// one.
// Method: both databases; the amounts of the open mint of a test token, one at a time and as a sum; the anchor address.
import { ANCHOR_INDEX } from '@glasspool/chains';
import type { UserId } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getPosition, postTransfer } from '@glasspool/ledger';
import { expect, it, vi } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { reconcile, verifyBooks } from '../books/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { listNotices, refreshNotices } from '../notices/index.ts';
import { getPoolFigures } from '../reserve/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TOKEN = 10n ** 18n;

describeEachDatabase('a transfer that the books cannot hold', (open) => {
  /** Alice has 20 USDT withdrawable and a request of 5; bob has nothing. */
  async function poolWithRequest(): Promise<{ pool: TestPool; alice: UserId; bob: UserId }> {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(TOKEN);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    const bob = await pool.signUp('bob');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'USDT',
      address: OUTSIDE,
      amountMicro: micro('5'),
    });
    return { pool, alice, bob };
  }

  it.each([
    ['one of 10^13', 10n ** 13n * TOKEN],
    ['one of 10^21, far beyond 64 bits', 10n ** 21n * TOKEN],
    ['one of a micro-unit above 10^9', 10n ** 9n * TOKEN + 10n ** 12n],
  ])('is quarantined, the deposit behind it credited, and payouts go on: %s', async (_name, units) => {
    const { pool, alice, bob } = await poolWithRequest();
    pool.bsc.deposit(pool.bsc.deriveAddress(1), units);
    pool.bsc.deposit(pool.bsc.deriveAddress(2), 100n * TOKEN);
    pool.bsc.finalize();
    await pool.scan();
    await expectBalances(pool, bob, 'USDT', { wallet: '100.000000' });
    // Forty more blocks: if the scanner stood still, payouts would not be signed.
    pool.bsc.mine(40);
    await pool.scan();
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    const kept = await pool.deps.db.read.selectFrom('quarantinedTransfer').selectAll().execute();
    expect(kept).toMatchObject([{ network: 'BSC', currency: 'USDT', reason: 'too-large' }]);
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
    await expectBalances(pool, alice, 'USDT', { wallet: '0.000000' });
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await refreshNotices(pool.deps);
    const { notices } = await listNotices(pool.deps, adminId);
    expect(notices.map(({ kind }) => kind)).toContain('transfer-quarantined');
    const [usdt] = (await getPoolFigures(pool.deps)).currencies;
    expect(usdt?.quarantined).toHaveLength(1);
  });

  it('has more than 10^9: exactly 10^9 is credited', async () => {
    const { pool, bob } = await poolWithRequest();
    await pool.deposit(bob, 'TRX', '1000000000');
    await expectBalances(pool, bob, 'TRX', { wallet: '1000000000.000000' });
  });

  it('waits while its account would hold more than 10^9, and is credited when there is room', async () => {
    const { pool, alice, bob } = await poolWithRequest();
    await pool.deposit(alice, 'TRX', '1000000000');
    for (const amount of ['1', '2']) await pool.deposit(alice, 'TRX', amount);
    await pool.deposit(bob, 'TRX', '100');
    await expectBalances(pool, alice, 'TRX', { wallet: '1000000000.000000' });
    await expectBalances(pool, bob, 'TRX', { wallet: '100.000000' });
    expect(await reconcile(pool.deps, 'TRX')).toMatchObject({ unexplainedUnits: 0n });
    const address = await pool.deriveAddress(alice, 'TRX');
    // The balance has to explain the waiting deposits as well.
    pool.tron.lose(address, 'TRX', 1_000_000n);
    pool.tron.lose(pool.tron.deriveAddress(0), 'TRX', -1_000_000n);
    await pool.deposit('hotWallet', 'TRX', '1000');
    await releaseWallet(pool.deps, { userId: alice, currency: 'TRX', amountMicro: micro('1000') });
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'TRX',
      address: pool.tron.deriveAddress(99),
      amountMicro: micro('500'),
    });
    await sendWithdrawals(pool.deps, 'TRON');
    pool.tron.finalize();
    await pool.settle('TRON');
    await pool.scan();
    await expectBalances(pool, alice, 'TRX', { wallet: '999999000.000000' });
    pool.tron.lose(address, 'TRX', -1_000_000n);
    pool.tron.lose(pool.tron.deriveAddress(0), 'TRX', 1_000_000n);
    await pool.scan();
    await expectBalances(pool, alice, 'TRX', { wallet: '999999003.000000' });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('waits at the hot wallet while own funds would be more than 10^9: a stranger fills no custody there', async () => {
    const { pool, bob } = await poolWithRequest();
    await pool.deposit('hotWallet', 'TRX', '1000000000');
    await pool.deposit('hotWallet', 'TRX', '1000000000');
    await pool.deposit(bob, 'TRX', '100');
    await expectBalances(pool, bob, 'TRX', { wallet: '100.000000' });
    expect(await getPosition(pool.deps.db.read, 'TRX')).toMatchObject({ custodyMicro: micro('1000000100') });
  });

  it('waits while custody is full, and does not ask the chain meanwhile', async () => {
    const { pool, bob } = await poolWithRequest();
    const event = { network: 'TRON', txHash: 'f'.repeat(64), logIndex: 0, reversals: 0 } as const;
    const filling = {
      ...event,
      userId: null,
      currency: 'TRX',
      amountMicro: 10n ** 18n - micro('50'),
    } as const;
    await pool.deps.db.transaction((tx) => postTransfer(tx, transfers.creditDeposit(filling, 0n), 0));
    await pool.deposit(bob, 'TRX', '60');
    await pool.deposit(bob, 'TRX', '40');
    await expectBalances(pool, bob, 'TRX', { wallet: '40.000000' });
    const asked = vi.spyOn(pool.tron, 'listFinalTransfers');
    await pool.scan();
    expect(asked).not.toHaveBeenCalled();
    await pool.deps.db.transaction((tx) => postTransfer(tx, transfers.reverseDeposit(filling), 0));
    await pool.scan();
    await expectBalances(pool, bob, 'TRX', { wallet: '100.000000' });
  });

  it('is neither own funds nor backing at the anchor address, whose key moves no tokens', async () => {
    const { pool } = await poolWithRequest();
    const before = await getPosition(pool.deps.db.read, 'USDT');
    pool.bsc.deposit(pool.bsc.deriveAddress(ANCHOR_INDEX), 500n * TOKEN);
    pool.bsc.finalize();
    await pool.scan();
    const after = await getPosition(pool.deps.db.read, 'USDT');
    expect(after).toEqual(before);
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
    const [usdt] = (await getPoolFigures(pool.deps)).currencies;
    expect(usdt?.quarantined).toEqual([
      { reason: 'unmovable', amount: expect.stringMatching(/^500(\.0+)?$/) },
    ]);
  });
});
