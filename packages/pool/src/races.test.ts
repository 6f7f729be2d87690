// Goal: of many calls at once that move the same money, as many go through as the money allows, and the others are refused with
// their own reason; with one key they are one call. Method: each call of the pool that moves money, both databases, two connections.
import { PoolError, type PoolErrorCode, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { releaseWallet } from './balances/index.ts';
import { verifyBooks } from './books/index.ts';
import type { PoolDeps } from './deps.ts';
import { invest } from './investments/index.ts';
import { transferReferral } from './referrals/index.ts';
import { fundReserve } from './reserve/index.ts';
import { runRewards } from './rewards/index.ts';
import { TestPool } from './testing/index.ts';
import { requestOperatorWithdrawal, requestWithdrawal } from './withdrawals/index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const CALLS = 20;
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const currency = 'USDT';

interface Caller {
  readonly alice: UserId;
  readonly adminId: UserId;
}

interface Race {
  readonly call: (deps: PoolDeps, caller: Caller, idempotencyKey?: string) => Promise<unknown>;
  /** Number of calls that the money is enough for. */
  readonly winners: number;
  readonly refusal: PoolErrorCode;
  /** True when the call takes a key of its client. */
  readonly takesKey: boolean;
}

const keyed = (idempotencyKey: string | undefined) =>
  idempotencyKey === undefined ? {} : { idempotencyKey };

/** Each call asks for the same part of what is there. */
const RACES: Readonly<Record<string, Race>> = {
  'investing the wallet': {
    call: (deps, { alice }, key) => invest(deps, { userId: alice, currency, ...keyed(key) }),
    winners: 1,
    refusal: 'NOTHING_TO_INVEST',
    takesKey: true,
  },
  'moving referral rewards': {
    call: (deps, { alice }, key) =>
      transferReferral(deps, {
        userId: alice,
        currency,
        amountMicro: micro('20'),
        destination: 'toWithdrawable',
        ...keyed(key),
      }),
    winners: 2,
    refusal: 'REFERRAL_BALANCE_EXCEEDED',
    takesKey: true,
  },
  'investing referral rewards': {
    call: (deps, { alice }, key) =>
      transferReferral(deps, {
        userId: alice,
        currency,
        amountMicro: micro('50'),
        destination: 'toInvest',
        ...keyed(key),
      }),
    winners: 1,
    refusal: 'NO_REFERRAL_BALANCE',
    takesKey: true,
  },
  withdrawing: {
    call: (deps, { alice }, key) =>
      requestWithdrawal(deps, {
        userId: alice,
        currency,
        address: OUTSIDE,
        amountMicro: micro('8'),
        ...keyed(key),
      }),
    winners: 1,
    // An equal one within ten seconds is a mistake, whether there is money for it or not.
    refusal: 'WITHDRAWAL_REPEATED',
    takesKey: true,
  },
  'withdrawing from the hot wallet': {
    call: (deps, { adminId }, key) =>
      requestOperatorWithdrawal(deps, {
        adminId,
        origin,
        currency,
        address: OUTSIDE,
        amountMicro: micro('4'),
        ...keyed(key),
      }),
    winners: 2,
    refusal: 'RESERVES_TOO_SMALL',
    takesKey: true,
  },
  'funding the reserve': {
    call: (deps, { adminId }) =>
      fundReserve(deps, { currency, amountMicro: micro('4'), admin: { adminId, origin } }),
    winners: 2,
    refusal: 'OWN_FUNDS_EXCEEDED',
    takesKey: false,
  },
};

describeEachDatabase('a pool with many calls at once', (open) => {
  /** Alice has 100 USDT in the wallet, 20 withdrawable and 50 of referral rewards; 10 of the hot wallet's are the operator's own. */
  async function poolWithAlice() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await pool.fundReserve('USDT', '10000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    await pool.investor('bob', 'USDT', '50000', alice);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await pool.deposit(alice, 'USDT', '100');
    await pool.deposit('hotWallet', 'USDT', '10');
    return { pool, caller: { alice, adminId }, second: pool.withDatabase(connect()) };
  }

  const settle = (count: number, call: (index: number) => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)));

  it.each(Object.entries(RACES))('%s goes through as often as there is money', async (_name, race) => {
    const { pool, caller, second } = await poolWithAlice();
    const results = await settle(CALLS, (index) => race.call(index % 2 ? pool.deps : second, caller));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    // Pitfall: two calls at once spend the same money
    expect(CALLS - refusals.length).toBe(race.winners);
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(PoolError);
      expect(refusal).toMatchObject({ code: race.refusal });
    }
    // ASVS 2.3.4, 15.4.2
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('lets two requests under one key through once, also where they move different money', async () => {
    const { pool, caller, second } = await poolWithAlice();
    const { alice: userId } = caller;
    await pool.deposit(userId, 'TRX', '100');
    for (let round = 0; round < 10; round += 1) {
      const release = (deps: PoolDeps, of: 'USDT' | 'TRX') =>
        releaseWallet(deps, {
          userId,
          currency: of,
          amountMicro: micro('1'),
          idempotencyKey: `key-${round}`,
        });
      const ends = await Promise.allSettled([release(pool.deps, 'USDT'), release(second, 'TRX')]);
      expect(ends).toContainEqual(expect.objectContaining({ status: 'fulfilled' }));
      const reason = expect.objectContaining({ code: 'IDEMPOTENCY_KEY_REUSED' });
      expect(ends).toContainEqual(expect.objectContaining({ status: 'rejected', reason }));
    }
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it.each(Object.entries(RACES).filter(([, race]) => race.takesKey))(
    '%s under one key goes through once',
    async (_name, race) => {
      const { pool, caller, second } = await poolWithAlice();
      const results = await settle(CALLS, (index) =>
        race.call(index % 2 ? pool.deps : second, caller, 'key-1'),
      );
      expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
      const keys = await pool.deps.db.read.selectFrom('idempotencyKey').select('userId').execute();
      // Pitfall: a repeated request moves money twice
      expect(keys).toHaveLength(1);
      expect(await verifyBooks(pool.deps)).toEqual([]);
    },
  );
});
