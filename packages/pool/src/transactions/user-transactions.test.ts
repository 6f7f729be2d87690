// Goal: a filter of a user's history finds exactly the rows that the whole history has of it, page by page and in an export.
import { DAY_MS, TRANSACTION_TYPES } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { matureInvestments } from '../investments/index.ts';
import { transferReferral } from '../referrals/index.ts';
import { runRewards } from '../rewards/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal } from '../withdrawals/index.ts';
import { iterateUserTransactions, listUserTransactions } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase("a user's history", (open) => {
  /** Alice has rows of every type, in both currencies, over 31 days. */
  async function withAlice() {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '10000');
    await pool.fundReserve('TRX', '10000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    await pool.investor('bob', 'TRX', '2000', alice);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await pool.deposit(alice, 'TRX', '300');
    await releaseWallet(pool.deps, { userId: alice, currency: 'TRX', amountMicro: micro('100') });
    const transfer = { userId: alice, currency: 'TRX', destination: 'toWithdrawable' } as const;
    await transferReferral(pool.deps, { ...transfer, amountMicro: micro('1') });
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'USDT',
      address: OUTSIDE,
      amountMicro: micro('5'),
    });
    pool.advanceHours(30 * 24);
    await runRewards(pool.deps);
    await matureInvestments(pool.deps);
    const all = [];
    for await (const row of iterateUserTransactions(pool.deps, { userId: alice })) all.push(row);
    return { pool, alice, all };
  }

  it('has rows of every type, and each filter finds its own', async () => {
    const { pool, alice, all } = await withAlice();
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(TRANSACTION_TYPES));
    const middle = pool.clock.now() - 15 * DAY_MS;
    const filters = [
      ...TRANSACTION_TYPES.map((type) => ({ type })),
      { currency: 'TRX' as const },
      { type: 'referral_reward' as const, currency: 'USDT' as const },
      { from: middle },
      { until: middle },
      { currency: 'USDT' as const, from: middle, until: middle + DAY_MS },
    ];
    for (const filter of filters) {
      const expected = all.filter(
        (row) =>
          (!('type' in filter) || row.type === filter.type) &&
          (!('currency' in filter) || row.currency === filter.currency) &&
          (!('from' in filter) || row.createdAt >= (filter.from ?? 0)) &&
          (!('until' in filter) || row.createdAt < (filter.until ?? 0)),
      );
      const found = [];
      let after: Awaited<ReturnType<typeof listUserTransactions>>['next'];
      do {
        const page = await listUserTransactions(pool.deps, {
          userId: alice,
          ...filter,
          page: 1,
          limit: 7,
          after,
        });
        expect(page.total).toBe(expected.length);
        found.push(...page.entries);
        after = page.next;
      } while (after !== undefined);
      expect(found).toEqual(expected);
    }
  });
});
