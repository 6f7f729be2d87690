// Goal: one process at a time does a worker's work, and another goes on when it is gone.
import { SECOND_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { TestPool } from '../testing/index.ts';
import { dropAllLeases, holdLease, releaseLeases } from './index.ts';

describeEachDatabase('worker leases', (open) => {
  const lease = (holder: string) => ({ worker: 'scan', holder, durationMs: 10 * SECOND_MS });

  it('are held by one of two that ask at the same time', async () => {
    const { database, connect } = await open();
    const pool = new TestPool(database);
    const second = pool.withDatabase(connect());
    const held = await Promise.all([holdLease(pool.deps, lease('a')), holdLease(second, lease('b'))]);
    expect(held.filter(Boolean)).toHaveLength(1);
  });

  it('are kept by their holder, and taken over only when they have run out', async () => {
    const pool = new TestPool((await open()).database);
    expect(await holdLease(pool.deps, lease('a'))).toBe(true);
    pool.clock.advance(9 * SECOND_MS);
    expect(await holdLease(pool.deps, lease('b'))).toBe(false);
    expect(await holdLease(pool.deps, lease('a'))).toBe(true);
    pool.clock.advance(10 * SECOND_MS);
    expect(await holdLease(pool.deps, lease('b'))).toBe(true);
    const row = await pool.deps.db.read.selectFrom('workerLease').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ holder: 'b' });
  });

  it('are free at once when their holder stops, or is known to be gone', async () => {
    const pool = new TestPool((await open()).database);
    await holdLease(pool.deps, lease('a'));
    await releaseLeases(pool.deps, 'a');
    expect(await holdLease(pool.deps, lease('b'))).toBe(true);
    await dropAllLeases(pool.deps);
    expect(await holdLease(pool.deps, lease('c'))).toBe(true);
  });
});
