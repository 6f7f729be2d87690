// Goal: the charts show the figures of the books: each day's movements, and the principal and the reserve at its end.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { matureInvestments } from '@glasspool/pool/investments';
import { getPoolFigures } from '@glasspool/pool/reserve';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { expect, it } from 'vitest';
import { listDailyFigures } from './list-daily-figures.ts';

describeEachDatabase('the list of daily figures', (open) => {
  it('adds up to what the books say today, day by day', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '100');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await pool.deposit(alice, 'USDT', '60.5');
    pool.advanceHours(24 * 29);
    await runRewards(pool.deps);
    await matureInvestments(pool.deps);
    const usdt = (await listDailyFigures(pool.deps, 40)).filter(({ currency }) => currency === 'USDT');
    expect(usdt).toHaveLength(40);
    const [first, second] = [usdt.at(-31), usdt.at(-30)];
    expect(first).toMatchObject({
      depositedMicro: micro('100'),
      principalMicro: micro('100'),
      reserveMicro: micro('1000'),
      runwayTenthDays: 5000,
    });
    expect(second).toMatchObject({ depositedMicro: micro('60.5'), reserveMicro: micro('998') });
    const { currencies } = await getPoolFigures(pool.deps);
    expect(usdt.at(-1)).toMatchObject({
      principalMicro: currencies[0]?.investedMicro,
      reserveMicro: currencies[0]?.rewardReserveMicro,
      runwayTenthDays: null,
    });
    // Flows before the first day shown are in the opening balances.
    const last = (await listDailyFigures(pool.deps, 1)).find(({ currency }) => currency === 'USDT');
    expect(last).toEqual(usdt.at(-1));
  });
});
