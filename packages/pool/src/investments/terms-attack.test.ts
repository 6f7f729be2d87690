// Goal: no terms that the product accepts take anything from the reserve of an older version. Method: an operator publishes terms, from
// the most generous to random ones within the limits, and lets a friend invest a hundred times as much as the honest stake, which must
// receive to the last unit what it receives in a pool where none of that happened; both databases.
import { DAY_MS, TERMS_LIMITS, type TermsValues, type UserId } from '@glasspool/core';
import { rewardReserve } from '@glasspool/core/books';
import { micro, SeededRandom } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getBalance } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { rollOverReserves } from '../reserve/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, TEST_TERMS, TestPool } from '../testing/index.ts';
import { invest, matureInvestments, publishTerms } from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const currency = 'USDT';
const WEEK = 7;

const GREEDIEST: TermsValues = {
  ...TEST_TERMS,
  targetRatePpm: TERMS_LIMITS.targetRatePpmMax,
  termDays: TERMS_LIMITS.termDaysMin,
  minimumMicro: { USDT: micro('50000'), TRX: micro('1') },
  referralRatesPpm: [TERMS_LIMITS.referralRatePpmMax, 0, 0],
  referralCapPpm: TERMS_LIMITS.referralRatePpmMax,
};

function randomTerms(random: SeededRandom): TermsValues {
  const upTo = (max: number): number => random.integer(max + 1);
  const level1 = upTo(TERMS_LIMITS.referralRatePpmMax);
  return {
    ...TEST_TERMS,
    targetRatePpm: upTo(TERMS_LIMITS.targetRatePpmMax),
    termDays: TERMS_LIMITS.termDaysMin + upTo(TERMS_LIMITS.termDaysMax - TERMS_LIMITS.termDaysMin),
    minimumMicro: { USDT: BigInt(1 + upTo(100_000_000)), TRX: 1n },
    referralRatesPpm: [level1, upTo(TERMS_LIMITS.referralRatePpmMax - level1), 0],
    referralCapPpm: upTo(TERMS_LIMITS.referralRatePpmMax),
  };
}

describeEachDatabase('a new version of the terms', (open) => {
  /** 6,000 USDT of reserve for an honest stake of 10,000: thirty days at 2 %. */
  async function poolWithStake(): Promise<{ pool: TestPool; honest: UserId; adminId: UserId }> {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await pool.fundReserve(currency, '6000');
    const honest = await pool.investor('honest', currency, '10000');
    return { pool, honest, adminId };
  }

  const cases: readonly (readonly [string, TermsValues])[] = [
    ['the most generous that are allowed', GREEDIEST],
    ...Array.from(
      { length: 3 },
      (_, seed) => [`random ones, seed ${seed}`, randomTerms(new SeededRandom(seed))] as const,
    ),
  ];

  it.each(cases)('takes nothing from the reserve of a running stake: %s', async (_name, values) => {
    const { pool, honest, adminId } = await poolWithStake();
    await publishTerms(pool.deps, {
      adminId,
      origin,
      terms: { ...values, startsAt: pool.clock.now() + TERMS_LIMITS.noticeMs },
    });
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const inviter = await pool.signUp('inviter');
    const friend = await pool.signUp('friend', inviter);
    await pool.deposit(friend, currency, '1000000');
    await invest(pool.deps, { userId: friend, currency });
    for (let day = 1; day <= WEEK; day += 1) {
      pool.clock.advance(DAY_MS);
      await runRewards(pool.deps);
      await matureInvestments(pool.deps);
      await rollOverReserves(pool.deps);
      // 200 a day, as promised; the friend's reserve is empty, and stays so.
      await expectBalances(pool, honest, currency, { withdrawable: `${200 * (day + 1)}.000000` });
      expect(await getBalance(pool.deps.db.read, rewardReserve(1, currency))).toBe(
        micro(`${6000 - 200 * (day + 1)}`),
      );
    }
    await expectBalances(pool, inviter, currency, { referral: '0.000000' });
  });

  it('shares its shortfall among its own stakes, and gets what an older reserve has left once none uses it', async () => {
    const { pool, honest, adminId } = await poolWithStake();
    await publishTerms(pool.deps, {
      adminId,
      origin,
      terms: { ...TEST_TERMS, startsAt: pool.clock.now() + DAY_MS },
    });
    pool.advanceHours(26);
    await runRewards(pool.deps);
    await pool.fundReserve(currency, '10');
    const friend = await pool.investor('friend', currency, '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await expectBalances(pool, friend, currency, { withdrawable: '10.000000' });
    // While the honest stake runs, nothing of its reserve moves.
    expect(await rollOverReserves(pool.deps)).toBe(0);
    await pool.deposit('hotWallet', currency, '100');
    pool.advanceHours(24 * 30);
    await runRewards(pool.deps);
    await matureInvestments(pool.deps);
    await expectBalances(pool, honest, currency, { withdrawable: '16000.000000', invested: '0.000000' });
    expect(await getBalance(pool.deps.db.read, rewardReserve(1, currency))).toBe(0n);
  });

  it('receives what an older reserve has left, once, after its last stake has matured, by two processes at once', async () => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await pool.fundReserve(currency, '6100');
    await pool.investor('honest', currency, '10000');
    await publishTerms(pool.deps, {
      adminId,
      origin,
      terms: { ...TEST_TERMS, startsAt: pool.clock.now() + DAY_MS },
    });
    pool.advanceHours(24 * 31);
    await runRewards(pool.deps);
    expect(await rollOverReserves(pool.deps)).toBe(0);
    await matureInvestments(pool.deps);
    const second = pool.withDatabase(connect());
    const moved = await Promise.all(
      [pool.deps, second, pool.deps, second].map((deps) => rollOverReserves(deps)),
    );
    expect(moved.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await getBalance(pool.deps.db.read, rewardReserve(1, currency))).toBe(0n);
    expect(await getBalance(pool.deps.db.read, rewardReserve(2, currency))).toBe(micro('100'));
  });
});
