// Goal: the chart of a user's balances shows for every day the balances that the books had then, and ends with those that they have now.
// Method: 12 days with every kind of change; the books are recorded at each midnight; another user and another currency beside them.
import { DAY_MS, HOUR_MS, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { releaseWallet } from '@glasspool/pool/balances';
import { invest } from '@glasspool/pool/investments';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { getWallets } from '@glasspool/pool/wallets';
import { requestWithdrawal } from '@glasspool/pool/withdrawals';
import { expect, it } from 'vitest';
import { listDailyBalances } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('the line of daily balances', (open) => {
  const sums = async (pool: TestPool, userId: UserId) => {
    const wallets = await getWallets(pool.deps, userId);
    const usdt = wallets.find(({ currency }) => currency === 'USDT');
    if (usdt === undefined) throw new Error('The user has no USDT wallet.');
    const { walletMicro, withdrawableMicro, onHoldMicro, referralMicro, investedMicro } = usdt;
    return { investedMicro, freeMicro: walletMicro + withdrawableMicro + onHoldMicro + referralMicro };
  };

  it('is what the books had at each midnight, and now', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.signUp('alice');
    const noted = new Map<number, Awaited<ReturnType<typeof sums>>>();
    // Starts at noon, so that every midnight comes between two changes.
    pool.clock.advance(DAY_MS - (pool.clock.now() % DAY_MS) + 12 * HOUR_MS);
    const changes = [
      () => pool.deposit(alice, 'USDT', '1000'),
      () => pool.deposit(alice, 'TRX', '500'),
      () => invest(pool.deps, { userId: alice, currency: 'USDT', amountMicro: micro('400') }),
      () => runRewards(pool.deps),
      () => pool.investor('bob', 'USDT', '700', alice),
      () => runRewards(pool.deps),
      () => releaseWallet(pool.deps, { userId: alice, currency: 'USDT', amountMicro: micro('100') }),
      () =>
        requestWithdrawal(pool.deps, {
          userId: alice,
          currency: 'USDT',
          address: OUTSIDE,
          amountMicro: micro('30'),
        }),
      () => runRewards(pool.deps),
    ];
    for (const change of changes) {
      await change();
      const midnight = pool.clock.now() + 12 * HOUR_MS;
      noted.set(midnight, await sums(pool, alice));
      pool.clock.advance(DAY_MS);
    }
    await pool.deposit(alice, 'USDT', '7');
    const line = await listDailyBalances(pool.deps, { userId: alice, currency: 'USDT' });
    expect(line).toHaveLength(31);
    expect(line.at(-1)).toEqual({ at: pool.clock.now(), ...(await sums(pool, alice)) });
    for (const [at, balances] of noted) expect(line).toContainEqual({ at, ...balances });
    const before = line.filter(({ at }) => at < Math.min(...noted.keys()));
    expect(before.every(({ investedMicro, freeMicro }) => investedMicro + freeMicro === 0n)).toBe(true);
    expect(before.length + noted.size + 1).toBe(31);
  });

  it('begins later for a balance with very many changes, and is right from there on', async () => {
    const pool = await new TestPool((await open()).database).start();
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '5000');
    pool.clock.advance(DAY_MS);
    const release = () =>
      releaseWallet(pool.deps, { userId: alice, currency: 'USDT', amountMicro: micro('1') });
    for (let count = 0; count < 500; count += 1) await release();
    pool.clock.advance(DAY_MS);
    for (let count = 0; count < 700; count += 1) await release();
    const line = await listDailyBalances(pool.deps, { userId: alice, currency: 'USDT' });
    expect(line.length).toBeLessThan(4);
    expect(line.every(({ freeMicro }) => freeMicro === micro('5000'))).toBe(true);
  });
});
