// Goal: a transfer that the books cannot hold, or that no key of ours can move, is kept out of them with an alarm, and stops no one.
// Method: both databases; the amounts of the open mint of a test token, one at a time and as a sum; the anchor address.
import { ANCHOR_INDEX } from '@glasspool/chains';
import type { UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
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
    ['one of 10^13', [10n ** 13n]],
    ['one of 10^21, far beyond 64 bits', [10n ** 21n]],
    ['one of a micro-unit above 10^12', [10n ** 12n, 'dust']],
    ['two that only together exceed what custody can hold', [6n * 10n ** 11n, 6n * 10n ** 11n]],
  ])('is quarantined, the deposit behind it credited, and payouts go on: %s', async (_name, sizes) => {
    const { pool, alice, bob } = await poolWithRequest();
    const isDust = sizes.includes('dust');
    for (const size of sizes)
      if (typeof size === 'bigint')
        pool.bsc.deposit(pool.bsc.deriveAddress(1), size * TOKEN + (isDust ? 10n ** 12n : 0n));
    pool.bsc.deposit(pool.bsc.deriveAddress(2), 100n * TOKEN);
    pool.bsc.finalize();
    await pool.scan();
    await expectBalances(pool, bob, 'USDT', { wallet: '100.000000' });
    // Forty more blocks, so that a scanner that stands still would keep payouts from being signed.
    pool.bsc.mine(40);
    await pool.scan();
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    const kept = await pool.deps.db.read.selectFrom('quarantinedTransfer').selectAll().execute();
    expect(kept).toMatchObject([{ network: 'BSC', currency: 'USDT', reason: 'too-large' }]);
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
    const isSum = sizes.length === 2 && !isDust;
    await expectBalances(pool, alice, 'USDT', {
      wallet: isSum ? '600000000000.000000' : '0.000000',
    });
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await refreshNotices(pool.deps);
    const { notices } = await listNotices(pool.deps, adminId);
    expect(notices.map(({ kind }) => kind)).toContain('transfer-quarantined');
    const [usdt] = (await getPoolFigures(pool.deps)).currencies;
    expect(usdt?.quarantined).toHaveLength(1);
  });

  it('of exactly 10^12 is credited', async () => {
    const { pool, bob } = await poolWithRequest();
    pool.tron.deposit(pool.tron.deriveAddress(2), 10n ** 18n);
    pool.tron.finalize();
    await pool.scan();
    await expectBalances(pool, bob, 'TRX', { wallet: '1000000000000.000000' });
  });

  it('at the anchor address, whose key moves no tokens, is neither own funds nor backing', async () => {
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
