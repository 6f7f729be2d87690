// Goal: a large withdrawal leaves after an admin has looked at it, however long that takes, or comes back, once.
// Method: both databases; chains in memory.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { reconcile } from '../books/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, TestPool } from '../testing/index.ts';
import { listWithdrawalsToReview, requestWithdrawal, reviewWithdrawal, sendWithdrawals } from './index.ts';

const OUTSIDE_BSC = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OUTSIDE_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describeEachDatabase('a withdrawal above the review limit', (open) => {
  const newPool = async (): Promise<TestPool> =>
    new TestPool((await open()).database, {
      withdrawalReviewMicro: { USDT: micro('5'), TRX: micro('5') },
    }).start();

  it('is signed after the review, however long that takes', async () => {
    const pool = await newPool();
    await pool.fundReserve('TRX', '1000');
    await pool.deposit('hotWallet', 'TRX', '100');
    const alice = await pool.investor('alice', 'TRX', '1000');
    const admin = await pool.signUp('admin');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const request = {
      userId: alice,
      currency: 'TRX',
      address: OUTSIDE_TRON,
      amountMicro: micro('15'),
    } as const;
    const { id } = await requestWithdrawal(pool.deps, request);
    await sendWithdrawals(pool.deps, 'TRON');
    // Far more blocks than a transaction is valid for.
    pool.tron.mine(1_000);
    pool.advanceHours(48);
    await pool.scan();
    await reviewWithdrawal(pool.deps, {
      adminId: admin,
      withdrawalId: id,
      decision: 'approve',
      reason: '',
      origin: { ipAddress: '127.0.0.1', requestId: 'req-1' },
    });
    await sendWithdrawals(pool.deps, 'TRON');
    pool.tron.finalize();
    // Pitfall: a review takes longer than the expiration
    expect(await pool.settle('TRON')).toBe(1);
    expect(await pool.tron.getBalanceUnits(OUTSIDE_TRON, 'TRX')).toBe(15_000_000n);
    expect(await reconcile(pool.deps, 'TRX')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('waits for an admin, who lets it go on or gives the money back, once', async () => {
    const pool = await newPool();
    await pool.fundReserve('USDT', '1000');
    pool.bsc.fundGas(10n ** 18n);
    const alice = await pool.investor('alice', 'USDT', '1000');
    const admin = await pool.signUp('admin');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const usdt = (amount: string) =>
      ({ userId: alice, currency: 'USDT', address: OUTSIDE_BSC, amountMicro: micro(amount) }) as const;
    const first = await requestWithdrawal(pool.deps, usdt('6'));
    // The list is by time.
    pool.clock.advance(1);
    const second = await requestWithdrawal(pool.deps, usdt('7'));
    expect([first.state, second.state]).toEqual(['reviewing', 'reviewing']);
    await sendWithdrawals(pool.deps, 'BSC');
    expect(pool.bsc.broadcasts).toEqual([]);
    expect((await listWithdrawalsToReview(pool.deps)).map(({ id }) => id)).toEqual([first.id, second.id]);

    const review = (withdrawalId: typeof first.id, decision: 'approve' | 'reject', adminId = admin) =>
      reviewWithdrawal(pool.deps, {
        adminId,
        withdrawalId,
        decision,
        reason: 'Ask support.',
        origin: { ipAddress: '127.0.0.1', requestId: 'req-1' },
      });
    await expectRefusal(pool, 'FORBIDDEN', () => review(first.id, 'approve', alice));
    await review(first.id, 'approve');
    await review(second.id, 'reject');
    await expectRefusal(pool, 'WITHDRAWAL_NOT_REVIEWED', () => review(second.id, 'reject'));
    await expectRefusal(pool, 'WITHDRAWAL_NOT_REVIEWED', () => review(first.id, 'approve'));
    await sendWithdrawals(pool.deps, 'BSC');
    // Pitfall: an admin rejects what is on chain (openware/peatio#2084)
    await expectRefusal(pool, 'WITHDRAWAL_NOT_REVIEWED', () => review(first.id, 'reject'));
    pool.bsc.finalize();
    await pool.settle('BSC');
    await expectBalances(pool, alice, 'USDT', { withdrawable: '13.500000', onHold: '0.000000' });
    expect(await pool.bsc.getBalanceUnits(OUTSIDE_BSC, 'USDT')).toBe(6n * 10n ** 18n);
  });
});
