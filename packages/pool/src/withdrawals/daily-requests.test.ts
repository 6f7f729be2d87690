// Goal: the daily caps count what is approved on a day, less what was not paid, what waits for a review uses nothing up, and a counter that
// disagrees with the rows is found.
import type { UserId, WithdrawalId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { verifyBooks } from '../books/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectRefusal, TestPool } from '../testing/index.ts';
import { readRequestedMicro } from './daily-requests.ts';
import { cancelWithdrawal, requestWithdrawal, reviewWithdrawal } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('the sum requested on a day', (open) => {
  /** Alice and bob have requested 8 USDT each; bob has cancelled his. */
  async function poolWithRequests(): Promise<TestPool> {
    const limits = { withdrawalReviewMicro: { USDT: micro('10'), TRX: micro('10') } };
    const pool = await new TestPool((await open()).database, limits).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '1000');
    const users = [await pool.investor('alice', 'USDT', '1000'), await pool.investor('bob', 'USDT', '1000')];
    pool.advanceHours(24);
    await runRewards(pool.deps);
    for (const [index, userId] of users.entries()) {
      const request = { userId, currency: 'USDT', address: OUTSIDE, amountMicro: micro('8') } as const;
      const { id } = await requestWithdrawal(pool.deps, { ...request, idempotencyKey: `key-${index}` });
      if (index === 1) await cancelWithdrawal(pool.deps, { userId, withdrawalId: id });
    }
    return pool;
  }

  const readToday = (pool: TestPool): Promise<bigint> =>
    pool.deps.db.transaction((tx) =>
      readRequestedMicro(tx, { source: 'user', currency: 'USDT', now: pool.clock.now() }),
    );

  it('leaves out what was cancelled, and is nothing on the next day', async () => {
    const pool = await poolWithRequests();
    expect(await readToday(pool)).toBe(micro('8'));
    expect(await verifyBooks(pool.deps)).toEqual([]);
    pool.advanceHours(24);
    expect(await readToday(pool)).toBe(0n);
  });

  it('counts a withdrawal in review on the day of its approval, which the cap may refuse, and leaves others their part', async () => {
    const settings = {
      withdrawalReviewMicro: { USDT: micro('10'), TRX: micro('10') },
      withdrawalDailyCapMicro: { USDT: micro('20'), TRX: micro('20') },
    };
    const pool = await new TestPool((await open()).database, settings).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const request = async (name: string, amount: string) => {
      const userId = await pool.signUp(name);
      await pool.deposit(userId, 'USDT', '100');
      await releaseWallet(pool.deps, { userId, currency: 'USDT' });
      return requestWithdrawal(pool.deps, {
        userId,
        currency: 'USDT',
        address: OUTSIDE,
        amountMicro: micro(amount),
      });
    };
    const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
    const approve = (withdrawalId: WithdrawalId) =>
      reviewWithdrawal(pool.deps, { adminId, origin, withdrawalId, decision: 'approve', reason: '' });
    await expect(request('dave', '21')).rejects.toMatchObject({ code: 'POOL_DAILY_CAP' });
    const large = await request('alice', '20');
    expect(large.state).toBe('reviewing');
    const second = await request('carol', '12');
    expect(await readToday(pool)).toBe(0n);
    expect((await request('bob', '5')).state).toBe('approved');
    await expectRefusal(pool, 'APPROVAL_ABOVE_CAP', () => approve(large.id));
    await approve(second.id);
    expect(await readToday(pool)).toBe(micro('17'));
    await expectRefusal(pool, 'APPROVAL_ABOVE_CAP', () => approve(large.id));
    expect(await verifyBooks(pool.deps)).toEqual([]);
    pool.advanceHours(24);
    await approve(large.id);
    expect(await readToday(pool)).toBe(micro('20'));
    await cancelWithdrawal(pool.deps, { userId: large.userId, withdrawalId: large.id });
    expect(await readToday(pool)).toBe(0n);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('stays within the cap of the pool when many users ask at once, over two connections', async () => {
    const { database, connect } = await open();
    const cap = { withdrawalDailyCapMicro: { USDT: micro('10'), TRX: micro('10') } };
    const pool = await new TestPool(database, cap).start();
    const users: UserId[] = [];
    for (let index = 0; index < 12; index += 1) {
      const userId = await pool.signUp(`user${index}`);
      await pool.deposit(userId, 'USDT', '100');
      await releaseWallet(pool.deps, { userId, currency: 'USDT' });
      users.push(userId);
    }
    const second = pool.withDatabase(connect());
    const asked = users.map((userId, index) =>
      requestWithdrawal(index % 2 ? pool.deps : second, {
        userId,
        currency: 'USDT',
        address: OUTSIDE,
        amountMicro: micro('4'),
      }),
    );
    const refusals = (await Promise.allSettled(asked)).filter((one) => one.status === 'rejected');
    expect(refusals.map(({ reason }) => reason.code)).toEqual(Array(10).fill('POOL_DAILY_CAP'));
    expect(await readToday(pool)).toBe(micro('8'));
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it.each([
    ['moved to another day', sql`update daily_total set day = day + 1 where kind = 'request'`],
    ['made smaller', sql`update daily_total set amount_micro = amount_micro - 1 where kind = 'request'`],
  ])('is found by the audit when it is %s', async (_what, lie) => {
    const pool = await poolWithRequests();
    await pool.deps.db.transaction(async (tx) => void (await lie.execute(tx)));
    const found = await verifyBooks(pool.deps);
    expect(found.map(({ rule }) => rule)).toContain('daily-totals-equal-rows');
  });
});
