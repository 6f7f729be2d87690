// Goal: promised and paid rates are shown for every run since the beginning, and a point of several runs shows the worst of them.
// Method: both databases; a reserve that runs dry and is funded again, runs of both currencies, points counted by hand.
import { DAY_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { listRewardRuns, type PublicRewardRun, runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { expect, it } from 'vitest';
import { listRateHistory } from './list-rate-history.ts';

describeEachDatabase('the history of rates', (open) => {
  async function withRuns(): Promise<{ pool: TestPool; runs: PublicRewardRun[] }> {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '5');
    await pool.fundReserve('TRX', '1000');
    await pool.investor('alice', 'USDT', '100');
    await pool.investor('bob', 'TRX', '500');
    for (let day = 0; day < 7; day += 1) {
      pool.clock.advance(DAY_MS);
      await runRewards(pool.deps);
      if (day === 4) await pool.fundReserve('USDT', '50');
    }
    const { runs } = await listRewardRuns(pool.deps, { page: 1, limit: 100 });
    return { pool, runs: runs.filter(({ currency }) => currency === 'USDT').reverse() };
  }

  const toPoint = (runs: readonly PublicRewardRun[]) => ({
    currency: 'USDT',
    runAt: runs.at(-1)?.runAt,
    runs: runs.length,
    targetRatePpb: 20_000_000,
    effectiveRatePpb: Math.min(...runs.map(({ effectiveRatePpb }) => effectiveRatePpb)),
    reserveMicro: runs.map(({ reserveAfterMicro }) => reserveAfterMicro).sort((a, b) => (a < b ? -1 : 1))[0],
  });

  it('has every run while there are no more than points', async () => {
    const { pool, runs } = await withRuns();
    const history = await listRateHistory(pool.deps, 7);
    expect(history.filter(({ currency }) => currency === 'USDT')).toEqual(runs.map((run) => toPoint([run])));
    expect(history.filter(({ currency }) => currency === 'TRX')).toHaveLength(7);
  });

  it('has the worst of the runs that share a point', async () => {
    const { pool, runs } = await withRuns();
    expect(runs.map(({ effectiveRatePpb }) => effectiveRatePpb)).toEqual([
      20_000_000, 20_000_000, 10_000_000, 0, 0, 20_000_000, 20_000_000,
    ]);
    const history = await listRateHistory(pool.deps, 3);
    expect(history.filter(({ currency }) => currency === 'USDT')).toEqual([
      toPoint(runs.slice(0, 3)),
      toPoint(runs.slice(3, 5)),
      toPoint(runs.slice(5)),
    ]);
    // The bad days stay visible, however few points there are.
    expect((await listRateHistory(pool.deps, 1))[0]).toMatchObject({ runs: 7, effectiveRatePpb: 0 });
  });
});
