// Goal: a filter of a user's history finds exactly the rows of the whole history that match it, page by page and in an export.
import { DAY_MS, TRANSACTION_TYPES } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { releaseWallet } from '@glasspool/pool/balances';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { matureInvestments } from '@glasspool/pool/investments';
import { transferReferral } from '@glasspool/pool/referrals';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { requestOperatorWithdrawal, requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { expect, it } from 'vitest';
import { iterateUserTransactions, listPublicTransactions, listUserTransactions } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ELSEWHERE = '0xfB6916095Ca1Df60BB79Ce92cE3ea74C37C5d360';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase("a user's history", (open) => {
  /** Pool in which alice has rows of every type, in both currencies, over 31 days. */
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

  it('says of a withdrawal that replaced blocks have lost that an admin looks into it', async () => {
    const { pool, alice } = await withAlice();
    const list = () =>
      listUserTransactions(pool.deps, { userId: alice, type: 'withdrawal', page: 1, limit: 10 });
    const [before] = (await list()).entries;
    expect(before?.reason).toBeNull();
    await pool.deps.db.transaction(async (tx) => {
      const row = { id: before?.id ?? '', network: 'BSC', purpose: 'withdrawal', state: 'open' } as const;
      await tx
        .insertInto('outgoing')
        .values({ ...row, feeMicro: 0n, createdAt: 0 })
        .execute();
      await tx.updateTable('outgoing').set({ state: 'lost' }).where('id', '=', row.id).execute();
    });
    expect((await list()).entries).toMatchObject([{ id: before?.id, reason: 'payment-lost' }]);
  });

  it('has nothing of what the operator takes out of own funds, nor has that of the admin or the public one', async () => {
    const { pool, alice, all } = await withAlice();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await pool.deposit('hotWallet', 'USDT', '10');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    const taken = { currency: 'USDT', address: ELSEWHERE, amountMicro: micro('4') } as const;
    await requestOperatorWithdrawal(pool.deps, { adminId, origin, ...taken });
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    await pool.settle('BSC');
    expect(await pool.bsc.getBalanceUnits(ELSEWHERE, 'USDT')).toBe(4n * 10n ** 18n);
    const page = { page: 1, limit: 10 };
    expect((await listUserTransactions(pool.deps, { userId: adminId, ...page })).total).toBe(0);
    expect((await listUserTransactions(pool.deps, { userId: alice, ...page })).total).toBe(all.length);
    const published = await listPublicTransactions(pool.deps, { ...page, type: 'withdrawal' });
    // Alice's own withdrawal is sent in the same step.
    expect(published.entries.map(({ amountMicro }) => amountMicro)).toEqual([micro('5')]);
  });
});
