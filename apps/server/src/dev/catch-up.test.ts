// Goal: a step of the local clock reports everything that it brought, also what a worker did before the call came to it.
// Method: a worker that closes the runs and matures the investments in between.
import { DAY_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { matureInvestments } from '@glasspool/pool/investments';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { expect, it } from 'vitest';
import { catchUp } from './catch-up.ts';

const TERM_DAYS = 30;

describeEachDatabase('a step of the clock', (open) => {
  async function openInvestedPool(): Promise<TestPool> {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    await pool.investor('alice', 'USDT', '100');
    return pool;
  }
  /** A step of some days; `first` happens between the clock and the call, as a worker would do it. */
  function step(pool: TestPool, days: number, first = async (): Promise<void> => undefined) {
    const toMs = pool.clock.now() + days * DAY_MS;
    return catchUp(pool.deps, {
      toMs,
      moveClock: async () => {
        pool.clock.advance(days * DAY_MS);
        await first();
      },
    });
  }

  it('makes the runs that are due, and reports no earlier ones', async () => {
    const pool = await openInvestedPool();
    const first = await step(pool, 1);
    expect(first).toMatchObject({ runs: [{ dueMicro: 2_000_000n, paidMicro: 2_000_000n }], matured: 0 });
    expect((await step(pool, 1)).runs).toHaveLength(1);
  });

  it('reports runs and maturities that a worker was first to make', async () => {
    const pool = await openInvestedPool();
    const { runs, matured } = await step(pool, TERM_DAYS, async () => {
      await runRewards(pool.deps);
      expect(await matureInvestments(pool.deps)).toBe(1);
    });
    expect(runs.reduce((sum, run) => sum + run.paidMicro, 0n)).toBe(BigInt(TERM_DAYS) * 2_000_000n);
    expect(matured).toBe(1);
    expect(await step(pool, 1)).toEqual({ runs: [], matured: 0 });
  });
});
