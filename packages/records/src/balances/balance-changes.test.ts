// Goal: a program that follows a user's balances from entry to entry misses none and sees none twice, and the sums equal the balances.
// Method: both databases; a month of deposits, rewards and withdrawals of two users, read in steps of different sizes while more happens.
import { USER_BALANCES, userAccount } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getBalance } from '@glasspool/ledger';
import { releaseWallet } from '@glasspool/pool/balances';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { expect, it } from 'vitest';
import { listBalanceChanges } from './index.ts';

describeEachDatabase('the list of balance changes', (open) => {
  it('adds up to the balances, in whatever steps it is read, and misses none while more happens', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '200');
    const bob = await pool.investor('bob', 'USDT', '300', alice);
    const read = (userId: typeof alice, since: number, limit: number) =>
      listBalanceChanges(pool.deps, { userId, since, limit });
    const seen: number[] = [];
    const sums = new Map<string, bigint>();
    let since = 0;
    for (let day = 0; day < 6; day += 1) {
      pool.advanceHours(24);
      await runRewards(pool.deps);
      await pool.deposit(alice, 'USDT', '5');
      await pool.deposit(bob, 'USDT', '7');
      if (day === 3)
        await releaseWallet(pool.deps, { userId: alice, currency: 'USDT', amountMicro: micro('2') });
      // On a database with several writers, entries are listed only once they are settled.
      pool.advanceHours(1);
      for (const entry of await read(alice, since, day + 1)) {
        seen.push(entry.number);
        since = entry.number;
        for (const { currency, balance, amountMicro } of entry.changes)
          sums.set(`${balance} ${currency}`, (sums.get(`${balance} ${currency}`) ?? 0n) + amountMicro);
      }
    }
    for (const { number, changes } of await read(alice, since, 100)) {
      seen.push(number);
      for (const { currency, balance, amountMicro } of changes)
        sums.set(`${balance} ${currency}`, (sums.get(`${balance} ${currency}`) ?? 0n) + amountMicro);
    }
    expect(seen).toEqual((await read(alice, 0, 100)).map(({ number }) => number));
    expect(new Set(seen).size).toBe(seen.length);
    for (const balance of USER_BALANCES)
      expect([balance, sums.get(`${balance} USDT`) ?? 0n]).toEqual([
        balance,
        await getBalance(pool.deps.db.read, userAccount(alice, balance, 'USDT')),
      ]);
    expect(sums.get('referral USDT')).toBeGreaterThan(0n);
    const others = new Set((await read(bob, 0, 100)).map(({ number }) => number));
    expect(seen.some((number) => !others.has(number))).toBe(true);
  });
});
