// Goal: before a user asks, the pool says truthfully what is left of today, whether an admin will look first, whether a code is needed,
// and whom the account paid before. Method: two users, both currencies, the limit to the unit, a day's end, a node that is away.
import { DAY_MS, SECOND_MS, tronAddressFromBytes, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { authenticate, logIn } from '@glasspool/identity/sessions';
import { beginTwoFactor, confirmTwoFactor } from '@glasspool/identity/two-factor';
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { TestPool } from '../testing/index.ts';
import { cancelWithdrawal, getWithdrawalLimits, quoteWithdrawal, requestWithdrawal } from './index.ts';

const FIRST = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SECOND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const ON_TRON = [1, 2, 3, 4, 5, 6].map((byte) => tronAddressFromBytes(new Uint8Array(20).fill(byte)));

describeEachDatabase('the quote of a withdrawal', (open) => {
  async function withUsers() {
    const pool = await new TestPool((await open()).database).start();
    const user = async (name: string): Promise<UserId> => {
      const userId = await pool.signUp(name);
      await pool.deposit(userId, 'USDT', '5000');
      await releaseWallet(pool.deps, { userId, currency: 'USDT' });
      return userId;
    };
    const [alice, bob] = [await user('alice'), await user('bob')];
    const pay = (userId: UserId, amount: string, address = FIRST) =>
      requestWithdrawal(pool.deps, { userId, currency: 'USDT', address, amountMicro: micro(amount) });
    const quote = (userId: UserId, amount: string, address = FIRST) =>
      quoteWithdrawal(pool.deps, { userId, currency: 'USDT', address, amountMicro: micro(amount) });
    const limits = async (userId: UserId) => {
      const [usdt, trx] = await getWithdrawalLimits(pool.deps, userId);
      return { usdt, trx };
    };
    return { pool, alice, bob, pay, quote, limits };
  }

  it('shrinks its limits by what the user asked for today, and by nothing that another user or currency did', async () => {
    const { pool, alice, bob, pay, limits } = await withUsers();
    await pay(bob, '700');
    expect((await limits(alice)).usdt).toEqual({
      currency: 'USDT',
      minimumMicro: micro('1'),
      feeMicro: micro('0.5'),
      reviewAboveMicro: micro('1000'),
      requestedTodayMicro: 0n,
      withoutReviewMicro: micro('1000'),
      poolLeftTodayMicro: micro('99300'),
      recentAddresses: [],
    });
    await pay(alice, '400.5');
    const { usdt, trx } = await limits(alice);
    expect(usdt).toMatchObject({
      requestedTodayMicro: micro('400.5'),
      withoutReviewMicro: micro('599.5'),
      poolLeftTodayMicro: micro('98899.5'),
    });
    expect(trx).toMatchObject({
      requestedTodayMicro: 0n,
      withoutReviewMicro: micro('10000'),
      recentAddresses: [],
    });
    pool.clock.advance(DAY_MS);
    expect((await limits(alice)).usdt).toMatchObject({ withoutReviewMicro: micro('1000') });
  });

  it('announces the review exactly when the request is then reviewed', async () => {
    const { alice, pay, quote } = await withUsers();
    await pay(alice, '400');
    for (const [amount, state] of [
      ['600', 'approved'],
      ['600.000001', 'reviewing'],
    ] as const) {
      const { needsReview } = await quote(alice, amount);
      expect(needsReview).toBe(state === 'reviewing');
      const withdrawal = await pay(alice, amount, SECOND);
      expect(withdrawal.state).toBe(state);
    }
  });

  it('has a fourth new address on TRON reviewed on one day, for each costs the pool an account', async () => {
    const { pool, alice, bob } = await withUsers();
    for (const userId of [alice, bob]) {
      await pool.deposit(userId, 'TRX', '5000');
      await releaseWallet(pool.deps, { userId, currency: 'TRX' });
    }
    let paid = 0;
    const payTrx = async (address: string | undefined, userId = alice) => {
      paid += 1;
      const amountMicro = micro(String(10 + paid));
      const request = { userId, currency: 'TRX', address: address ?? '', amountMicro } as const;
      const { needsReview } = await quoteWithdrawal(pool.deps, request);
      const withdrawal = await requestWithdrawal(pool.deps, request);
      expect(needsReview).toBe(withdrawal.state === 'reviewing');
      return withdrawal;
    };
    const [first, second, third, fourth, fifth, last] = ON_TRON;
    for (const address of [first, second, first, third])
      expect((await payTrx(address)).state).toBe('approved');
    const reviewed = await payTrx(fourth);
    expect(reviewed.state).toBe('reviewing');
    expect((await payTrx(fifth)).state).toBe('reviewing');
    // A request that waits for a review is no payment.
    expect((await payTrx(fourth)).state).toBe('reviewing');
    await cancelWithdrawal(pool.deps, { userId: alice, withdrawalId: reviewed.id });
    expect((await payTrx(fourth)).state).toBe('reviewing');
    // Known ones go on, and what another one does is their own.
    expect((await payTrx(second)).state).toBe('approved');
    expect((await payTrx(fourth, bob)).state).toBe('approved');
    pool.clock.advance(DAY_MS);
    expect((await payTrx(last)).state).toBe('approved');
  });

  it('forgets what was cancelled, and lists other addresses, the newest first', async () => {
    const { pool, alice, pay, limits, quote } = await withUsers();
    await pay(alice, '1');
    pool.clock.advance(1);
    await pay(alice, '2', SECOND);
    pool.clock.advance(1);
    const cancelled = await pay(alice, '3', '0x52908400098527886E0F7030069857D2E4169EE7');
    await cancelWithdrawal(pool.deps, { userId: alice, withdrawalId: cancelled.id });
    expect((await limits(alice)).usdt).toMatchObject({
      requestedTodayMicro: micro('3'),
      recentAddresses: [SECOND, FIRST],
    });
    expect((await quote(alice, '1', FIRST)).isNewPayee).toBe(false);
    expect((await quote(alice, '1', cancelled.address)).isNewPayee).toBe(true);
  });

  it('says that a code is needed for a new address only, and only with two-factor authentication', async () => {
    const { pool, alice, pay, quote } = await withUsers();
    expect((await quote(alice, '1')).needsCode).toBe(false);
    await pay(alice, '1');
    const password = 'correct horse';
    const { token } = await logIn(pool.deps, { email: 'alice@example.org', password });
    const actor = await authenticate(pool.deps, token);
    if (actor === undefined) throw new Error('The session is over.');
    const { secret } = await beginTwoFactor(pool.deps, { actor, password });
    const code = await generate({ secret, epoch: Math.floor(pool.clock.now() / SECOND_MS) });
    await confirmTwoFactor(pool.deps, {
      actor,
      origin: { ipAddress: '10.0.0.7', requestId: 'req-1' },
      code,
    });
    expect((await quote(alice, '1', SECOND)).needsCode).toBe(true);
    expect((await quote(alice, '1', FIRST)).needsCode).toBe(false);
  });

  it('is known while the node does not answer; only the network fee is not', async () => {
    const { pool, alice, quote } = await withUsers();
    await pool.deposit('hotWallet', 'USDT', '10');
    expect((await quote(alice, '1')).networkFee).toMatchObject({ currency: 'BNB' });
    const bsc = new Proxy(pool.bsc, {
      get: (chain, name) =>
        name === 'quoteSend' ? () => Promise.reject(new Error('away')) : Reflect.get(chain, name, chain),
    });
    const deps = { ...pool.deps, chains: { ...pool.deps.chains, BSC: bsc } };
    const found = await quoteWithdrawal(deps, {
      userId: alice,
      currency: 'USDT',
      address: FIRST,
      amountMicro: micro('1001'),
    });
    expect(found).toEqual({
      isNewPayee: true,
      needsCode: false,
      needsReview: true,
      networkFee: null,
      opensAccount: false,
    });
  });
});
