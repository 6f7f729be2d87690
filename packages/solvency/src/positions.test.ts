// Goal: the history of assets and liabilities shows the figures of each snapshot, whatever came later.
// Method: both databases; two snapshots with a deposit and a reward between them.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { listPositions, takeDueSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

describeEachDatabase('the history of the balance sheet', (open) => {
  it('has the figures of each snapshot, newest first', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    expect(await listPositions(pool.deps, { page: 1, limit: 10 })).toEqual({ positions: [], total: 0 });
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '200');
    await takeDueSnapshot(pool.deps);
    const { custodyMicro } = await getPosition(pool.deps.db.read, 'USDT');
    pool.advanceHours(24);
    await pool.deposit(alice, 'USDT', '50');
    await takeDueSnapshot(pool.deps);
    await pool.deposit(alice, 'USDT', '7');
    const { positions, total } = await listPositions(pool.deps, { page: 1, limit: 10 });
    const usdt = positions.map(({ number, currencies }) => ({ number, ...currencies[0] }));
    expect(usdt).toEqual([
      {
        number: 1,
        currency: 'USDT',
        heldMicro: custodyMicro + micro('50'),
        owedMicro: micro('250'),
        reserveMicro: micro('1000'),
      },
      {
        number: 0,
        currency: 'USDT',
        heldMicro: custodyMicro,
        owedMicro: micro('200'),
        reserveMicro: micro('1000'),
      },
    ]);
    expect(total).toBe(2);
    expect(
      (await listPositions(pool.deps, { page: 2, limit: 1 })).positions.map(({ number }) => number),
    ).toEqual([0]);
  });
});
