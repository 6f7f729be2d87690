// Goal: a data folder that goes back by a few blocks never pays a TRX withdrawal twice. Method: the database and signed.log of before a
// payment are put back while the chain goes on; then what the workers do is done in order, over and over.
import type { UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { confirmDeposits, scanChain } from '../deposits/index.ts';
import { runRewards } from '../rewards/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { checkStart, findHalt, findSigningObstacle } from './index.ts';

const OUTSIDE = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describeEachDatabase('a start on a chain without nonces', (open) => {
  async function poolWithRequest(): Promise<{ pool: TestPool; alice: UserId }> {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('TRX', '10000');
    await pool.deposit('hotWallet', 'TRX', '100');
    const alice = await pool.investor('alice', 'TRX', '10000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'TRX',
      address: OUTSIDE,
      amountMicro: micro('15'),
    });
    return { pool, alice };
  }

  /** The payment that the newer copy of the folder made: this copy knows nothing of it. */
  async function payElsewhere(pool: TestPool): Promise<void> {
    const intent = { fromIndex: 0, currency: 'TRX', to: OUTSIDE, units: 15_000_000n, nonce: null } as const;
    await pool.tron.broadcast((await pool.tron.signTransfer(intent)).raw);
  }

  /** One round of the workers of a started process. */
  async function work(pool: TestPool): Promise<void> {
    await sendWithdrawals(pool.deps, 'TRON');
    await scanChain(pool.deps, 'TRON');
    await confirmDeposits(pool.deps, 'TRON');
    await sendWithdrawals(pool.deps, 'TRON');
    pool.tron.mine();
  }

  it.each([0, 1, 2, 4, 10, 19])(
    'pays once as an older copy, started %i blocks after the payment',
    async (blocks) => {
      const { pool } = await poolWithRequest();
      await payElsewhere(pool);
      pool.tron.mine(blocks);
      await checkStart(pool.deps);
      for (let round = 0; round < 40; round += 1) await work(pool);
      expect(await pool.tron.getBalanceUnits(OUTSIDE, 'TRX')).toBe(15_000_000n);
      expect(await findHalt(pool.deps)).toContain('took money from');
    },
  );

  it('signs as an honest one once its head is read and what was signed before has expired', async () => {
    const { pool } = await poolWithRequest();
    await checkStart(pool.deps);
    expect(await findSigningObstacle(pool.deps, 'TRON')).toBe('start');
    expect(await sendWithdrawals(pool.deps, 'TRON')).toBe(0);
    const row = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select('waitingFor')
      .executeTakeFirstOrThrow();
    expect(row.waitingFor).toBe('chain');
    for (let round = 0; round < 40; round += 1) await work(pool);
    expect(await findHalt(pool.deps)).toBeUndefined();
    expect(await pool.tron.getBalanceUnits(OUTSIDE, 'TRX')).toBe(15_000_000n);
  });

  it('signs nothing while a final block is unread', async () => {
    const { pool } = await poolWithRequest();
    expect(await findSigningObstacle(pool.deps, 'TRON')).toBeNull();
    // Three more than what makes the first unread one final.
    pool.tron.mine(4);
    expect(await findSigningObstacle(pool.deps, 'TRON')).toBe('unread-blocks');
    await pool.scan();
    expect(await findSigningObstacle(pool.deps, 'TRON')).toBeNull();
  });
});
