// Goal: referral rewards are moved once, to where the user says, and the tree shows real figures.
import { DAY_MS, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { publishTerms } from '../investments/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, TEST_TERMS, TestPool } from '../testing/index.ts';
import { listReferralEarnings, listReferrals, transferReferral } from './index.ts';

describeEachDatabase('a referral balance', (open) => {
  /** Alice invited bob, who invited carol; both are invested. Alice holds 5 % of bob's reward and 3 % of carol's. */
  async function poolWithTree(principal = '1000') {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    await pool.fundReserve('USDT', '100000');
    const alice = await pool.signUp('alice');
    const bob = await pool.investor('bob', 'USDT', principal, alice);
    const carol = await pool.investor('carol', 'USDT', principal, bob);
    await pool.investor('whale', 'USDT', '100000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    return { pool, alice, bob, carol, connect };
  }

  const move = (userId: UserId, amount: string, destination: 'toWithdrawable' | 'toInvest') => ({
    userId,
    currency: 'USDT' as const,
    amountMicro: micro(amount),
    destination,
  });

  it('has a list of who is below whom, what they staked and what it brought', async () => {
    const { pool, alice, bob } = await poolWithTree();
    expect(await listReferrals(pool.deps, alice)).toEqual([
      {
        level: 1,
        userName: 'bob',
        stakedUsdtMicro: micro('1000'),
        stakedTrxMicro: 0n,
        rewardUsdtMicro: micro('1'),
        rewardTrxMicro: 0n,
      },
      {
        level: 2,
        userName: 'carol',
        stakedUsdtMicro: micro('1000'),
        stakedTrxMicro: 0n,
        rewardUsdtMicro: micro('0.6'),
        rewardTrxMicro: 0n,
      },
    ]);
    expect(await listReferrals(pool.deps, bob)).toHaveLength(1);
    const earnings = await listReferralEarnings(pool.deps, alice);
    expect(earnings.map(({ userName, level, amountMicro }) => [userName, level, amountMicro])).toEqual(
      expect.arrayContaining([
        ['bob', 1, micro('1')],
        ['carol', 2, micro('0.6')],
      ]),
    );
  });

  it('moves to withdrawable', async () => {
    const { pool, alice } = await poolWithTree();
    await transferReferral(pool.deps, move(alice, '1.25', 'toWithdrawable'));
    await expectBalances(pool, alice, 'USDT', { referral: '0.350000', withdrawable: '1.250000' });
  });

  it('becomes an investment, for which the minimum applies', async () => {
    const { pool, alice } = await poolWithTree('60000');
    await expectBalances(pool, alice, 'USDT', { referral: '96.000000' });
    await expectRefusal(pool, 'INVESTMENT_BELOW_MINIMUM', () =>
      transferReferral(pool.deps, move(alice, '49.999999', 'toInvest')),
    );
    await transferReferral(pool.deps, move(alice, '50', 'toInvest'));
    await expectBalances(pool, alice, 'USDT', { referral: '46.000000', invested: '50.000000' });
  });

  it('becomes no investment under other terms than were shown', async () => {
    const { pool, alice } = await poolWithTree('60000');
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const terms = { ...TEST_TERMS, termDays: 365, startsAt: pool.clock.now() + DAY_MS };
    await publishTerms(pool.deps, { adminId, origin: { ipAddress: '10.0.0.7', requestId: 'r' }, terms });
    pool.advanceHours(24);
    const request = move(alice, '50', 'toInvest');
    await expectRefusal(pool, 'TERMS_CHANGED', () =>
      transferReferral(pool.deps, { ...request, termsVersion: 1 }),
    );
    await transferReferral(pool.deps, { ...request, termsVersion: 2 });
    await expectBalances(pool, alice, 'USDT', { invested: '50.000000' });
  });

  it('is not moved when it is empty, or not enough', async () => {
    const { pool, alice, carol } = await poolWithTree();
    await expectRefusal(pool, 'NO_REFERRAL_BALANCE', () =>
      transferReferral(pool.deps, move(carol, '1', 'toWithdrawable')),
    );
    await expectRefusal(pool, 'REFERRAL_BALANCE_EXCEEDED', () =>
      transferReferral(pool.deps, move(alice, '1.600001', 'toWithdrawable')),
    );
  });

  it('is moved as a whole once of ten requests at the same time', async () => {
    const { pool, alice, connect } = await poolWithTree();
    const second = pool.withDatabase(connect());
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        transferReferral(index % 2 ? pool.deps : second, move(alice, '1.6', 'toWithdrawable')),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    await expectBalances(pool, alice, 'USDT', { referral: '0.000000', withdrawable: '1.600000' });
  });
});
