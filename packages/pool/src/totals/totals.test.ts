// Goal: the totals count each deposit, withdrawal and investment once, on its day, whatever happens at the same time.
import type { UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import { invest } from '../investments/index.ts';
import { TestPool } from '../testing/index.ts';
import { getTotals } from './index.ts';

describeEachDatabase('a total', (open) => {
  it('is zero at first', async () => {
    const pool = await new TestPool((await open()).database).start();
    const nothing = { USDT: 0n, TRX: 0n };
    expect(await getTotals(pool.deps, 'deposit')).toEqual({ totalMicro: nothing, todayTotalMicro: nothing });
  });

  it('counts what users deposit and invest, of today and of all time, and not what the operator sends', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '100');
    pool.advanceHours(24);
    await pool.deposit(alice, 'USDT', '60.5');
    await pool.deposit(alice, 'TRX', '300');
    expect(await getTotals(pool.deps, 'deposit')).toEqual({
      totalMicro: { USDT: micro('160.5'), TRX: micro('300') },
      todayTotalMicro: { USDT: micro('60.5'), TRX: micro('300') },
    });
    expect(await getTotals(pool.deps, 'investment')).toEqual({
      totalMicro: { USDT: micro('100'), TRX: 0n },
      todayTotalMicro: { USDT: 0n, TRX: 0n },
    });
  });

  it('misses nothing when twenty people invest at once over two connections', async () => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const second = pool.withDatabase(connect());
    const users: UserId[] = [];
    for (let number = 0; number < 20; number += 1) {
      const user = await pool.signUp(`user${number}`);
      await pool.deposit(user, 'USDT', '50');
      users.push(user);
    }
    await Promise.all(
      users.map((userId, index) => invest(index % 2 ? pool.deps : second, { userId, currency: 'USDT' })),
    );
    expect((await getTotals(pool.deps, 'investment')).totalMicro.USDT).toBe(micro('1000'));
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('is found by the check of the books when it differs from the rows', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.investor('alice', 'USDT', '100');
    await pool.deps.db.transaction(async (tx) => {
      await sql`update daily_total set amount_micro = amount_micro + 1 where kind = 'deposit'`.execute(tx);
    });
    expect(await verifyBooks(pool.deps)).toEqual([
      expect.objectContaining({ rule: 'daily-totals-equal-rows', subject: 'deposit USDT' }),
    ]);
  });
});
