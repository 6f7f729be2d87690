// Goal: machines whose clocks differ by a few minutes publish snapshots that every verifier accepts.
// Method: both databases; an entry and a snapshot by the machine whose clock is ahead, then a snapshot by the machine whose clock is
// behind.
import { MINUTE_MS } from '@glasspool/core';
import { ManualClock } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { invest } from '@glasspool/pool/investments';
import { expect, it } from 'vitest';
import { takeSnapshot } from './index.ts';
import { listFailedBookChecks, TestPoolWithSnapshots } from './testing/index.ts';

const AHEAD_MS = 9 * MINUTE_MS;

describeEachDatabase('a pool of machines whose clocks differ', (open) => {
  it('makes no snapshot earlier than an entry in it, or than the snapshot before', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    const ahead = new ManualClock();
    ahead.advance(AHEAD_MS);
    const early = { ...pool.deps, clock: ahead };
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '100');
    await invest(early, { userId: alice, currency: 'USDT' });
    expect(await takeSnapshot(pool.deps, 'daily')).toBe(0);
    expect(await listFailedBookChecks(pool.deps.snapshots, 0)).toEqual([]);
    expect(await takeSnapshot(early, 'daily')).toBe(1);
    expect(await takeSnapshot(pool.deps, 'daily')).toBe(2);
    expect(await listFailedBookChecks(pool.deps.snapshots, 2)).toEqual([]);
  });
});
