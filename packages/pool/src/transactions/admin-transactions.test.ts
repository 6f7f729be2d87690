// Goal: the back office's history holds everything once, in order, on pages that meet, and shows the postings of each row.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { runRewards } from '../rewards/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal } from '../withdrawals/index.ts';
import { getAdminTransaction, iterateAdminTransactions, listAdminTransactions } from './index.ts';

describeEachDatabase('the history of the back office', (open) => {
  async function poolWithHistory(): Promise<TestPool> {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '100');
    pool.advanceHours(1);
    await pool.investor('bob', 'TRX', '300', alice);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    pool.advanceHours(1);
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'USDT',
      amountMicro: micro('1.5'),
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    });
    return pool;
  }

  it('holds everything once, newest first', async () => {
    const pool = await poolWithHistory();
    const { entries, total } = await listAdminTransactions(pool.deps, {
      page: 1,
      limit: 100,
      order: 'newest',
    });
    expect(total).toBe(8);
    expect(entries.map(({ type, currency }) => `${type} ${currency}`).slice(0, 3)).toEqual([
      'withdrawal USDT',
      expect.stringContaining('daily_payout'),
      expect.stringContaining('daily_payout'),
    ]);
    expect(entries.at(-1)).toMatchObject({
      type: 'deposit',
      isTreasury: true,
      email: null,
      status: 'success',
    });
    expect(new Set(entries.map(({ id }) => id)).size).toBe(8);
  });

  it('has pages that meet, in both directions and with a filter', async () => {
    const pool = await poolWithHistory();
    for (const order of ['newest', 'oldest'] as const) {
      const all = await listAdminTransactions(pool.deps, { page: 1, limit: 100, order });
      const pages = [];
      for (let page = 1; page <= 3; page += 1)
        pages.push(...(await listAdminTransactions(pool.deps, { page, limit: 3, order })).entries);
      expect(pages).toEqual(all.entries);
      const exported = [];
      for await (const entry of iterateAdminTransactions(pool.deps, { order })) exported.push(entry);
      expect(exported).toEqual(all.entries);
    }
    const deposits = await listAdminTransactions(pool.deps, {
      page: 1,
      limit: 10,
      order: 'newest',
      type: 'deposit',
    });
    expect(deposits.total).toBe(3);
    expect(new Set(deposits.entries.map(({ type }) => type))).toEqual(new Set(['deposit']));
  });

  it('shows the postings and facts of each row', async () => {
    const pool = await poolWithHistory();
    const { entries } = await listAdminTransactions(pool.deps, { page: 1, limit: 100, order: 'newest' });
    for (const { type, id } of entries) {
      const { facts, transfers, transaction } = await getAdminTransaction(pool.deps, { type, id });
      expect(transaction.id).toBe(id);
      expect(facts.length).toBeGreaterThan(0);
      for (const { postings } of transfers)
        expect(postings.reduce((sum, { amountMicro }) => sum + amountMicro, 0n)).toBe(0n);
      if (type !== 'daily_payout') expect(transfers.length).toBeGreaterThan(0);
    }
    const missing = getAdminTransaction(pool.deps, { type: 'deposit', id: 'dep_none' });
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
