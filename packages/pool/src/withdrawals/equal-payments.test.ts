// Goal: two payments that are equal in everything are two payments, although TRON has no nonce to tell them apart.
// Method: a chain in memory that gives what is signed in one moment the same hash, as TRON does.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { reconcile } from '../books/index.ts';
import { runRewards } from '../rewards/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from './index.ts';

const OUTSIDE = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describeEachDatabase('a withdrawal of TRX', (open) => {
  it('is a payment of its own beside one equal in everything: no nonce tells them apart', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('TRX', '10000');
    await pool.deposit('hotWallet', 'TRX', '100');
    const userId = await pool.investor('alice', 'TRX', '10000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const request = { userId, currency: 'TRX' as const, address: OUTSIDE, amountMicro: micro('15') };
    for (const idempotencyKey of ['first', 'second'])
      await requestWithdrawal(pool.deps, { ...request, idempotencyKey });
    pool.tron.repeatedHash = 'tron-tx-of-one-moment';
    await sendWithdrawals(pool.deps, 'TRON');
    expect(new Set(pool.tron.broadcasts).size).toBe(1);
    pool.tron.repeatedHash = undefined;
    await sendWithdrawals(pool.deps, 'TRON');
    expect(new Set(pool.tron.broadcasts).size).toBe(2);
    pool.tron.finalize();
    expect(await pool.settle('TRON')).toBe(2);
    // Pitfall: two identical payments have one hash
    expect(await pool.tron.getBalanceUnits(OUTSIDE, 'TRX')).toBe(30_000_000n);
    expect(await reconcile(pool.deps, 'TRX')).toMatchObject({ unexplainedUnits: 0n });
  });
});
