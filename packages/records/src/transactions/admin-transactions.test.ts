// Goal: the back office's history lists everything once, in order, on pages without a gap or an overlap, and shows the postings of each
// row.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { releaseWallet } from '@glasspool/pool/balances';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { giveBackWithdrawal, requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { AdminFilter } from './admin-filter.ts';
import { getAdminTransaction, iterateAdminTransactions, listAdminTransactions } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OUTSIDE_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** Number of blocks that are replaced: deep enough to include final ones. */
const DEPTH = 6;

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
      address: OUTSIDE,
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
      isOperator: true,
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

  it('is found by user, address, hash, id, outcome, currency and day, in the list and in its export', async () => {
    const pool = await poolWithHistory();
    const all = (await listAdminTransactions(pool.deps, { page: 1, limit: 100, order: 'newest' })).entries;
    const find = async (filter: Omit<AdminFilter, 'order'>): Promise<string[]> => {
      const request = { ...filter, order: 'newest' } as const;
      const { entries, total } = await listAdminTransactions(pool.deps, { ...request, page: 1, limit: 100 });
      expect(total).toBe(entries.length);
      const exported = [];
      for await (const entry of iterateAdminTransactions(pool.deps, request)) exported.push(entry);
      expect(exported).toEqual(entries);
      return entries.map(({ id }) => id);
    };
    const idsWhere = (isMeant: (row: (typeof all)[number]) => boolean) =>
      all.filter(isMeant).map(({ id }) => id);
    const ofAlice = idsWhere(({ email }) => email === 'alice@example.org');
    const alice = all.find(({ email }) => email === 'alice@example.org')?.userId ?? '';
    expect(ofAlice).toHaveLength(3);
    expect(await find({ search: ' Alice@example.org ' })).toEqual(ofAlice);
    expect(await find({ search: alice })).toEqual(ofAlice);
    expect(await find({ search: 'noone@example.org' })).toEqual([]);
    const deposit = all.find(({ type, email }) => type === 'deposit' && email === 'bob@example.org');
    const hash = `0x${'ab'.repeat(32)}`;
    await pool.deps.db.transaction(async (tx) => {
      await sql`update deposit set tx_hash = ${hash} where id = ${deposit?.id}`.execute(tx);
    });
    all.splice(
      0,
      all.length,
      ...(await listAdminTransactions(pool.deps, { page: 1, limit: 100, order: 'newest' })).entries,
    );
    for (const search of [hash, hash.slice(2).toUpperCase()])
      expect(await find({ search })).toEqual([deposit?.id]);
    expect(await find({ search: deposit?.address ?? '' })).toEqual([deposit?.id]);
    expect(await find({ search: deposit?.id ?? '' })).toEqual([deposit?.id]);
    const withdrawal = all.find(({ type }) => type === 'withdrawal');
    expect(await find({ search: OUTSIDE.toLowerCase() })).toEqual([withdrawal?.id]);
    expect(await find({ outcome: 'open' })).toEqual([withdrawal?.id]);
    expect(await find({ outcome: 'failed' })).toEqual([]);
    expect(await find({ outcome: 'success' })).toEqual(idsWhere(({ id }) => id !== withdrawal?.id));
    expect(await find({ currency: 'TRX' })).toEqual(idsWhere(({ currency }) => currency === 'TRX'));
    const at = withdrawal?.createdAt ?? 0;
    expect(await find({ from: at })).toEqual([withdrawal?.id]);
    expect(await find({ until: at })).toEqual(idsWhere(({ createdAt }) => createdAt < at));
    expect(await find({ search: alice, currency: 'TRX' })).toEqual([]);
    expect(await find({ search: alice, type: 'daily_payout' })).toEqual([]);
  });

  it('shows of a payment that its chain lost what was booked, and what was booked back', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.deposit('hotWallet', 'TRX', '100');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'TRX', '60');
    await releaseWallet(pool.deps, { userId: alice, currency: 'TRX' });
    pool.tron.mine(DEPTH);
    await pool.scan();
    const payment = {
      userId: alice,
      currency: 'TRX',
      amountMicro: micro('40'),
      address: OUTSIDE_TRON,
    } as const;
    const { id } = await requestWithdrawal(pool.deps, payment);
    await sendWithdrawals(pool.deps, 'TRON');
    pool.tron.finalize();
    await pool.settle('TRON');
    await pool.scan();
    pool.tron.reorganize(DEPTH);
    for (let times = 0; times < 3; times += 1) await pool.scan();
    pool.tron.mine(30);
    await pool.scan();
    await pool.settle('TRON');
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
    await giveBackWithdrawal(pool.deps, { adminId, origin, withdrawalId: id });
    const { facts, transfers, transaction } = await getAdminTransaction(pool.deps, {
      type: 'withdrawal',
      id,
    });
    expect(transaction).toMatchObject({ status: 'failed' });
    expect(facts.map(({ name }) => name)).toEqual(expect.arrayContaining(['confirmed', 'failed']));
    expect(transfers.map(({ kind }) => kind).sort()).toEqual([
      'network-fee',
      'network-fee-change',
      'withdrawal',
      'withdrawal-hold',
      'withdrawal-reversal',
      'withdrawal-sign',
    ]);
    for (const { postings } of transfers)
      expect(postings.reduce((sum, { amountMicro }) => sum + amountMicro, 0n)).toBe(0n);
  });
});
