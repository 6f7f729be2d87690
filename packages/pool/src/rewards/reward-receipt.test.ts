// Goal: a reward opens to its run and to what had funded the reserve by then, for the one who received it and nobody else.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { expectRefusal, TestPool } from '../testing/index.ts';
import { listUserTransactions } from '../transactions/index.ts';
import { getRewardReceipt, runRewards } from './index.ts';

describeEachDatabase('the receipt of a reward', (open) => {
  it('shows the run, the share that was paid, and only what funded the reserve before it', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1');
    const alice = await pool.investor('alice', 'USDT', '100');
    const bob = await pool.investor('bob', 'USDT', '100');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    pool.advanceHours(1);
    await pool.fundReserve('USDT', '500');
    const { entries } = await listUserTransactions(pool.deps, { userId: alice, page: 1, limit: 10 });
    const id = entries.find(({ type }) => type === 'daily_payout')?.id ?? '';
    const receipt = await getRewardReceipt(pool.deps, { userId: alice, transactionId: id });
    expect(receipt).toMatchObject({
      dueMicro: micro('2'),
      paidMicro: micro('0.5'),
      run: {
        investments: 2,
        targetRatePpb: 20_000_000,
        effectiveRatePpb: 5_000_000,
        reserveBeforeMicro: micro('1'),
        reserveAfterMicro: 0n,
      },
      sources: { receivedMicro: micro('1'), fundedMicro: micro('1') },
    });
    expect(receipt.sources.receipts.map(({ amountMicro }) => amountMicro)).toEqual([micro('1')]);
    expect(receipt.sources.fundings).toHaveLength(1);
    await expectRefusal(pool, 'NOT_FOUND', () =>
      getRewardReceipt(pool.deps, { userId: bob, transactionId: id }),
    );
  });

  it('shows an inviter their own share, and nothing of the friend’s', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.signUp('alice');
    await pool.investor('bob', 'USDT', '100', alice);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const { entries } = await listUserTransactions(pool.deps, { userId: alice, page: 1, limit: 10 });
    const [share] = entries;
    expect(share).toMatchObject({ type: 'referral_reward' });
    const receipt = await getRewardReceipt(pool.deps, { userId: alice, transactionId: share?.id ?? '' });
    expect(receipt).toMatchObject({ dueMicro: share?.amountMicro, paidMicro: share?.amountMicro });
    expect(receipt.run.referralPaidMicro).toBe(share?.amountMicro);
  });

  it.each(['', 'inv', 'inv/0', 'inv/one', 'inv/1/4', 'inv/1/1/1', 'inv/99999999999999999999'])(
    'of “%s” does not exist',
    async (transactionId) => {
      const pool = await new TestPool((await open()).database).start();
      const alice = await pool.signUp('alice');
      await expectRefusal(pool, 'NOT_FOUND', () =>
        getRewardReceipt(pool.deps, { userId: alice, transactionId }),
      );
    },
  );
});
