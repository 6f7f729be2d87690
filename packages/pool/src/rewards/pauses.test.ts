// Goal: a run pays what it has added up, whatever is paused or goes on meanwhile, by the clock of whichever machine; it never comes to a
// stop over it. Method: two investors of 1,000 USDT and a reserve that is short; a run that has added up and not paid; a chain in memory
// that takes a deposit back, and a machine whose clock is hours behind that books it; both databases.
import { HOUR_MS } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { ManualClock, micro } from '@glasspool/core/testing';
import { describeEachDatabase, overlap } from '@glasspool/db/testing';
import { postNew } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import { confirmDeposits, reverseDeposits, scanChain } from '../deposits/index.ts';
import type { PoolDeps } from '../deps.ts';
import { pauseUncovered } from '../investments/index.ts';
import { expectBalances, TestPool } from '../testing/index.ts';
import { collectPage, findDueRewards, openRun } from './collect.ts';
import { runRewards } from './index.ts';

const currency = 'USDT';
const ALL = 100;

describeEachDatabase('a reward run', (open) => {
  /** Alice and bob have invested 1,000 USDT each; the reserve has half of what a day costs. */
  async function poolWithReserve() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    await pool.fundReserve(currency, '20');
    const bob = await pool.investor('bob', currency, '1000');
    pool.bsc.mine(10);
    await pool.scan();
    const alice = await pool.investor('alice', currency, '1000');
    return { pool, alice, bob, connect };
  }

  /** The pool as a machine sees it whose clock is three hours behind. */
  function hoursBehind({ deps, clock }: TestPool): PoolDeps {
    const behind = new ManualClock();
    behind.advance(clock.now() - behind.now() - 3 * HOUR_MS);
    return { ...deps, clock: behind };
  }

  /** The chain takes alice's deposit back, and such a machine books it. */
  async function takeBack(pool: TestPool, deps: PoolDeps): Promise<void> {
    pool.bsc.reorganize(6);
    pool.bsc.finalize();
    await pool.scan();
    await pool.scan();
    expect(await reverseDeposits(deps, 'BSC')).toBe(1);
  }

  async function addUp({ deps }: TestPool): Promise<void> {
    const due = await findDueRewards(deps, currency);
    const run = due === undefined ? undefined : await openRun(deps, due);
    if (run === undefined) throw new Error('Nothing is due.');
    await collectPage(deps, run, ALL);
  }

  it('pays the day of an investment that it has added up when that is paused meanwhile, and no later day', async () => {
    const { pool, alice, bob } = await poolWithReserve();
    pool.advanceHours(24);
    await addUp(pool);
    await takeBack(pool, hoursBehind(pool));
    expect(await runRewards(pool.deps)).toMatchObject([{ paidMicro: 20_000_000n }]);
    for (const userId of [alice, bob])
      await expectBalances(pool, userId, currency, { withdrawable: '10.000000' });
    await pool.fundReserve(currency, '40');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await expectBalances(pool, alice, currency, { withdrawable: '10.000000' });
    await expectBalances(pool, bob, currency, { withdrawable: '30.000000' });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('pays nothing for an investment that it has not added up and that goes on meanwhile, and comes to its end', async () => {
    const { pool, alice, bob } = await poolWithReserve();
    await takeBack(pool, pool.deps);
    pool.advanceHours(24);
    await addUp(pool);
    const deps = hoursBehind(pool);
    pool.bsc.deposit(await pool.deriveAddress(alice, currency), 1000n * 10n ** 18n);
    pool.bsc.finalize();
    while ((await scanChain(deps, 'BSC')) > 0);
    expect(await confirmDeposits(deps, 'BSC')).toBe(1);
    expect(await runRewards(pool.deps)).toMatchObject([{ paidMicro: 20_000_000n }]);
    await expectBalances(pool, alice, currency, { withdrawable: '0.000000' });
    await expectBalances(pool, bob, currency, { withdrawable: '20.000000' });
    await pool.fundReserve(currency, '40');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    for (const [userId, withdrawable] of [
      [alice, '20.000000'],
      [bob, '40.000000'],
    ] as const)
      await expectBalances(pool, userId, currency, { withdrawable });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('waits for a pause that another connection is storing', async () => {
    const { pool, alice, bob, connect } = await poolWithReserve();
    pool.advanceHours(24);
    const other = connect();
    const store = () =>
      other.transaction(async (tx) => {
        const reversal = { network: 'BSC', txHash: '0xgone', logIndex: 0, reversals: 1 } as const;
        const lost = { userId: alice, currency, amountMicro: micro('1000') } as const;
        await postNew(tx, transfers.reverseDeposit({ ...reversal, ...lost }), pool.clock.now());
        await pauseUncovered(tx, { userId: alice, currency, now: pool.clock.now() });
      });
    expect(await overlap(other, store, () => runRewards(pool.deps))).toMatchObject([
      { status: 'fulfilled' },
      { value: [{ dueMicro: 20_000_000n, paidMicro: 20_000_000n }] },
    ]);
    await expectBalances(pool, alice, currency, { withdrawable: '0.000000' });
    await expectBalances(pool, bob, currency, { withdrawable: '20.000000' });
  });
});
