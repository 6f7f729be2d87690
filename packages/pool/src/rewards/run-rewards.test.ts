// Goal: rewards come only out of the reserve, every day is paid once, and a shortage is shared equally.
// Method: small pools on both databases. What happens when a run stops or two processes run it is in interrupted-runs.test.ts.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { matureInvestments } from '../investments/index.ts';
import { getPoolFigures } from '../reserve/index.ts';
import { expectBalances, readBooks, readReserve, TestPool } from '../testing/index.ts';
import { listRewardRuns, runRewards } from './index.ts';

describeEachDatabase('a reward run', (open) => {
  const newPool = async (): Promise<TestPool> => new TestPool((await open()).database).start();

  it('pays 2 % after 24 hours, out of the reserve, and not a moment earlier', async () => {
    const pool = await newPool();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '100.123456');
    pool.clock.advance(24 * 3_600_000 - 1);
    expect(await runRewards(pool.deps)).toEqual([]);
    pool.clock.advance(1);
    await runRewards(pool.deps);
    await expectBalances(pool, alice, 'USDT', {
      wallet: '0.000000',
      invested: '100.123456',
      withdrawable: '2.002469',
    });
    expect(await readReserve(pool, 'USDT')).toBe('997.997531');
  });

  it('pays nothing from an empty reserve and changes no balance, yet the day is over', async () => {
    const pool = await newPool();
    const alice = await pool.investor('alice', 'USDT', '100');
    const before = await readBooks(pool);
    pool.advanceHours(24);
    const [run] = await runRewards(pool.deps);
    expect(run).toMatchObject({ investments: 1, dueMicro: 2_000_000n, paidMicro: 0n, reserveAfterMicro: 0n });
    expect(await readBooks(pool)).toEqual(before);
    await pool.fundReserve('USDT', '1000');
    expect(await runRewards(pool.deps)).toEqual([]);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '0.000000' });
  });

  it('pays everyone half when the reserve holds half of what is due', async () => {
    const pool = await newPool();
    await pool.fundReserve('USDT', '3');
    const alice = await pool.investor('alice', 'USDT', '100');
    const bob = await pool.investor('bob', 'USDT', '200');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    // Pitfall: promises grow larger than the fund
    await expectBalances(pool, alice, 'USDT', { withdrawable: '1.000000' });
    await expectBalances(pool, bob, 'USDT', { withdrawable: '2.000000' });
    expect(await readReserve(pool, 'USDT')).toBe('0.000000');
    const { runs } = await listRewardRuns(pool.deps, { page: 1, limit: 10 });
    expect(runs).toMatchObject([
      {
        targetRatePpb: 20_000_000,
        effectiveRatePpb: 10_000_000,
        reserveBeforeMicro: 3_000_000n,
        reserveAfterMicro: 0n,
      },
    ]);
  });

  it('is shown beside the target: nothing before the first, then the rate that the newest closed one paid', async () => {
    const pool = await newPool();
    const lastRuns = async (currency: 'USDT' | 'TRX') => {
      const { currencies } = await getPoolFigures(pool.deps);
      return currencies.find((one) => one.currency === currency)?.reserves.map(({ lastRun }) => lastRun);
    };
    await pool.fundReserve('USDT', '3');
    await pool.fundReserve('TRX', '1000');
    await pool.investor('alice', 'USDT', '100.123456');
    await pool.investor('bob', 'TRX', '1000.654321');
    expect(await lastRuns('USDT')).toEqual([null]);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    // Exactly the target, although each reward is rounded down.
    expect(await lastRuns('USDT')).toMatchObject([{ effectiveRatePpb: 20_000_000 }]);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    expect(await lastRuns('USDT')).toEqual([
      { runAt: pool.deps.clock.now(), effectiveRatePpb: Math.floor((997_531 * 20_000_000) / 2_002_469) },
    ]);
    expect(await lastRuns('TRX')).toMatchObject([{ effectiveRatePpb: 20_000_000 }]);
  });

  it('leaves only a rounding remainder in the reserve when it does not divide evenly', async () => {
    const pool = await newPool();
    await pool.fundReserve('USDT', '1');
    const users = [
      await pool.investor('alice', 'USDT', '100'),
      await pool.investor('bob', 'USDT', '100'),
      await pool.investor('carol', 'USDT', '100'),
    ];
    pool.advanceHours(24);
    await runRewards(pool.deps);
    for (const user of users) await expectBalances(pool, user, 'USDT', { withdrawable: '0.333333' });
    expect(await readReserve(pool, 'USDT')).toBe('0.000001');
  });

  it('pays three missed days as three days', async () => {
    const pool = await newPool();
    await pool.fundReserve('TRX', '1000');
    const alice = await pool.investor('alice', 'TRX', '1000');
    pool.advanceHours(73);
    // Pitfall: the daily job is skipped
    expect(await runRewards(pool.deps)).toHaveLength(3);
    await expectBalances(pool, alice, 'TRX', { withdrawable: '60.000000' });
  });

  it('takes no currency for another', async () => {
    const pool = await newPool();
    await pool.fundReserve('TRX', '1000');
    const alice = await pool.investor('alice', 'USDT', '100');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '0.000000' });
    expect(await readReserve(pool, 'TRX')).toBe('1000.000000');
  });

  it('pays inviters 5, 3 and 1 % of the rewards, out of the same reserve, into their referral balance', async () => {
    const pool = await newPool();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.signUp('alice');
    const bob = await pool.signUp('bob', alice);
    const carol = await pool.signUp('carol', bob);
    await pool.investor('dave', 'USDT', '100', carol);
    // A large investor without inviters, so that the cap of the run is not reached.
    await pool.investor('erin', 'USDT', '1000');
    pool.advanceHours(24);
    const [run] = await runRewards(pool.deps);
    expect(run).toMatchObject({
      paidMicro: 22_000_000n,
      referralDueMicro: 180_000n,
      referralPaidMicro: 180_000n,
    });
    await expectBalances(pool, carol, 'USDT', { referral: '0.100000', withdrawable: '0.000000' });
    await expectBalances(pool, bob, 'USDT', { referral: '0.060000' });
    await expectBalances(pool, alice, 'USDT', { referral: '0.020000' });
    expect(await readReserve(pool, 'USDT')).toBe('977.820000');
  });

  it('caps referral rewards at 5 % of a run, so that invented friends drain nothing', async () => {
    const pool = await newPool();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.signUp('alice');
    const bob = await pool.signUp('bob', alice);
    const carol = await pool.signUp('carol', bob);
    await pool.investor('dave', 'USDT', '100', carol);
    pool.advanceHours(24);
    const [run] = await runRewards(pool.deps);
    expect(run?.referralPaidMicro).toBeLessThanOrEqual(100_000n);
    await expectBalances(pool, carol, 'USDT', { referral: '0.055555' });
    await expectBalances(pool, bob, 'USDT', { referral: '0.033333' });
    await expectBalances(pool, alice, 'USDT', { referral: '0.011111' });
  });

  it('shrinks rewards and referral rewards by the same share when the reserve is short', async () => {
    const pool = await newPool();
    await pool.fundReserve('USDT', '1.05');
    const alice = await pool.signUp('alice');
    const bob = await pool.investor('bob', 'USDT', '100', alice);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await expectBalances(pool, bob, 'USDT', { withdrawable: '1.000000' });
    await expectBalances(pool, alice, 'USDT', { referral: '0.050000' });
    expect(await readReserve(pool, 'USDT')).toBe('0.000000');
  });

  it('pays an investment to the end of its term, when the principal becomes withdrawable', async () => {
    const pool = await newPool();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '100');
    pool.advanceHours(24 * 29);
    await runRewards(pool.deps);
    expect(await matureInvestments(pool.deps)).toBe(0);
    pool.advanceHours(24 * 40);
    expect(await matureInvestments(pool.deps)).toBe(0);
    expect(await runRewards(pool.deps)).toHaveLength(1);
    expect(await matureInvestments(pool.deps)).toBe(1);
    expect(await matureInvestments(pool.deps)).toBe(0);
    await expectBalances(pool, alice, 'USDT', { invested: '0.000000', withdrawable: '160.000000' });
  });
});
