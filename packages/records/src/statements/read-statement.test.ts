// Goal: a statement of a month adds up to the last unit, from the liability at its beginning to the liability at its end, whatever came
// later.
import { DAY_MS, formatAmount } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { expect, it } from 'vitest';
import { readStatement } from './read-statement.ts';

describeEachDatabase('a statement', (open) => {
  it('adds up over deposits, rewards and referral rewards, month by month and over all of them', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const start = pool.clock.now();
    const alice = await pool.investor('alice', 'USDT', '100');
    await pool.investor('bob', 'USDT', '300', alice);
    for (let day = 0; day < 3; day += 1) {
      pool.advanceHours(24);
      await runRewards(pool.deps);
    }
    const middle = pool.clock.now() + 1;
    pool.advanceHours(1);
    await pool.deposit(alice, 'USDT', '50');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const end = pool.clock.now() + 1;

    const read = async (from: number, until: number) => {
      const { currencies, rows } = await readStatement(pool.deps, { userId: alice, from, until });
      for (const { openingMicro, lines, closingMicro } of currencies)
        expect(openingMicro + Object.values(lines).reduce((sum, one) => sum + one, 0n)).toBe(closingMicro);
      return { usdt: currencies.find(({ currency }) => currency === 'USDT'), rows };
    };
    const [first, second, all, none] = [
      await read(start, middle),
      await read(middle, end),
      await read(start, end),
      await read(start - DAY_MS, start),
    ];
    expect(first.usdt).toMatchObject({ openingMicro: 0n, lines: { deposits: micro('100') } });
    expect(first.usdt?.lines.referralRewards).toBeGreaterThan(0n);
    expect(second.usdt).toMatchObject({
      openingMicro: first.usdt?.closingMicro,
      lines: { deposits: micro('50'), withdrawals: 0n },
    });
    expect(all.usdt?.closingMicro).toBe(second.usdt?.closingMicro);
    expect(none.usdt).toMatchObject({ openingMicro: 0n, closingMicro: 0n });
    expect(all.rows.map(({ type, amountMicro }) => `${type} ${formatAmount(amountMicro)}`)).toEqual([
      'deposit 100.000000',
      'investment 100.000000',
      'deposit 50.000000',
    ]);
    expect(first.rows).toHaveLength(2);
  });
});
