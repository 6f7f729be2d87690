// Goal: runs of a currency are dated in the order in which they were opened, and none is opened for rewards that another one has paid,
// though the clocks of two machines differ by minutes, which is let pass. Method: a machine four minutes behind that has found the rewards
// due and opens its run once the other one's is closed; and one that is a day behind, on which a user invests while a run is open.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@glasspool/core';
import { ManualClock } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import type { PoolDeps } from '../deps.ts';
import { invest, listInvestments } from '../investments/index.ts';
import { expectBalances, TestPool } from '../testing/index.ts';
import { collectPage, findDueRewards, openRun } from './collect.ts';
import { finishRewardRun } from './run-rewards.ts';

const currency = 'USDT';
const PAGES = { collected: 10, paid: 10 };

describeEachDatabase('a reward run beside another machine', (open) => {
  /** Alice has invested 100 USDT, and days have passed since; the clock of the second machine is behind. */
  async function afterDays(days: number, behindMs = 4 * MINUTE_MS) {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    await pool.fundReserve(currency, '100');
    const alice = await pool.investor('alice', currency, '100');
    pool.clock.advance(days * DAY_MS + 5 * MINUTE_MS);
    const clock = new ManualClock();
    clock.advance(pool.clock.now() - clock.now() - behindMs);
    const behind: PoolDeps = { ...pool.withDatabase(connect()), clock };
    return { pool, alice, behind };
  }

  async function find(deps: PoolDeps) {
    const due = await findDueRewards(deps, currency);
    if (due === undefined) throw new Error('Nothing is due.');
    return due;
  }

  async function payNext(deps: PoolDeps): Promise<number | undefined> {
    const id = await openRun(deps, await find(deps));
    if (id === undefined) throw new Error('No run was opened.');
    return (await finishRewardRun(deps, id, PAGES))?.runAt;
  }

  it.each(['behind', 'right'])(
    'is opened once where both found the same rewards due: the clock that opens second is %s',
    async (second) => {
      const { pool, alice, behind } = await afterDays(1);
      const [first, later] = second === 'behind' ? [pool.deps, behind] : [behind, pool.deps];
      const due = await find(later);
      await payNext(first);
      expect(await openRun(later, due)).toBeUndefined();
      const runs = await pool.deps.db.read.selectFrom('rewardRun').select('state').execute();
      expect(runs).toEqual([{ state: 'closed' }]);
      await expectBalances(pool, alice, currency, { withdrawable: '2.000000' });
    },
  );

  it('is paid to its end with what it added up, where a user invests meanwhile on a machine a day behind', async () => {
    const { pool, alice, behind } = await afterDays(1, 26 * HOUR_MS);
    const bob = await pool.signUp('bob');
    await pool.deposit(bob, currency, '100');
    const id = await openRun(pool.deps, await find(pool.deps));
    if (id === undefined) throw new Error('No run was opened.');
    await collectPage(pool.deps, id, PAGES.collected);
    await invest(behind, { userId: bob, currency });
    expect(await finishRewardRun(pool.deps, id, PAGES)).toMatchObject({ investments: 1, state: 'closed' });
    await expectBalances(pool, alice, currency, { withdrawable: '2.000000' });
    await expectBalances(pool, bob, currency, { withdrawable: '0.000000' });
    const runAt = pool.clock.now();
    expect(await listInvestments(pool.deps, bob)).toMatchObject([
      { createdAt: runAt, nextRewardAt: runAt + DAY_MS, unlocksAt: runAt + 30 * DAY_MS },
    ]);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('has a time that does not go back where there is one for each of two days', async () => {
    const { pool, alice, behind } = await afterDays(2);
    const found = await find(behind);
    const firstRunAt = await payNext(pool.deps);
    expect(firstRunAt).toBe(pool.clock.now());
    expect(await openRun(behind, found)).toBeUndefined();
    expect(await payNext(behind)).toBe(firstRunAt);
    await expectBalances(pool, alice, currency, { withdrawable: '4.000000' });
  });
});
