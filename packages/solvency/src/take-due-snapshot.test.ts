// Goal: snapshots are taken daily, after large reward runs, and once a week at a moment that only the pool's secret determines.
import { DAY_MS, HOUR_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { runRewards } from '@glasspool/pool/rewards';
import { expectRefusal } from '@glasspool/pool/testing';
import { expect, it } from 'vitest';
import { listSnapshots, requestSnapshot, takeDueSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const HOURS_OF_TWO_WEEKS = 14 * 24;

describeEachDatabase('a snapshot', (open) => {
  const newPool = async (): Promise<TestPoolWithSnapshots> =>
    new TestPoolWithSnapshots((await open()).database).start();
  const getReasons = async (pool: TestPoolWithSnapshots): Promise<string[]> => {
    const { snapshots } = await listSnapshots(pool.deps, { page: 1, limit: 100 });
    return snapshots.map(({ reason }) => reason).toReversed();
  };

  it('is not taken before anything is owed, then once, and again on the next day', async () => {
    const pool = await newPool();
    expect(await takeDueSnapshot(pool.deps)).toBeUndefined();
    await pool.deposit(await pool.signUp('alice'), 'USDT', '100');
    expect(await takeDueSnapshot(pool.deps)).toBe(0);
    expect(await takeDueSnapshot(pool.deps)).toBeUndefined();
    pool.advanceHours(24);
    expect(await takeDueSnapshot(pool.deps)).toBe(1);
    expect(await takeDueSnapshot(pool.deps)).toBeUndefined();
    expect(await getReasons(pool)).toEqual(['daily', 'daily']);
  });

  it('follows a reward run of more than a hundredth of the principal', async () => {
    const pool = await newPool();
    await pool.fundReserve('USDT', '1000');
    await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await takeDueSnapshot(pool.deps);
    await runRewards(pool.deps);
    pool.clock.advance(1);
    await takeDueSnapshot(pool.deps);
    expect((await getReasons(pool)).at(-1)).toBe('daily');
    await pool.investor('bob', 'USDT', '900');
    pool.advanceHours(24);
    await takeDueSnapshot(pool.deps);
    pool.clock.advance(1);
    await runRewards(pool.deps);
    pool.clock.advance(1);
    await takeDueSnapshot(pool.deps);
    expect((await getReasons(pool)).at(-1)).toBe('rewards');
  });

  it('is taken for an admin who asks, once a minute, and stands in the log', async () => {
    const pool = await newPool();
    await pool.deposit(await pool.signUp('alice'), 'USDT', '100');
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const ask = () =>
      requestSnapshot(pool.deps, { adminId, origin: { ipAddress: '10.0.0.7', requestId: 'req-1' } });
    expect(await ask()).toBe(0);
    await expectRefusal(pool, 'SNAPSHOT_TOO_SOON', ask);
    pool.clock.advance(60_000);
    expect(await ask()).toBe(1);
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 5, action: 'snapshot.request' });
    expect(lines.map(({ subject }) => subject)).toEqual(['snapshot/1', 'snapshot/0']);
  });

  it('comes once a week unannounced, at another moment for another secret: borrowed for a day', async () => {
    const pool = await newPool();
    await pool.deposit(await pool.signUp('alice'), 'USDT', '100');
    const readSurprises = async (nonceKey: Uint8Array): Promise<number[]> => {
      const deps = { ...pool.deps, nonceKey };
      const moments: number[] = [];
      for (let hour = 0; hour < HOURS_OF_TWO_WEEKS; hour += 1) {
        const number = await takeDueSnapshot(deps);
        const { snapshots } = await listSnapshots(deps, { page: 1, limit: 1 });
        if (number !== undefined && snapshots[0]?.reason === 'unannounced')
          moments.push(Math.floor((pool.clock.now() % (7 * DAY_MS)) / HOUR_MS));
        pool.advanceHours(1);
      }
      return moments;
    };
    const first = await readSurprises(new Uint8Array(32).fill(1));
    const second = await readSurprises(new Uint8Array(32).fill(2));
    for (const moments of [first, second]) {
      expect(moments.length).toBeGreaterThanOrEqual(1);
      expect(moments.length).toBeLessThanOrEqual(3);
    }
    // Pitfall: borrowed for a day
    expect(first).not.toEqual(second);
  });
});
