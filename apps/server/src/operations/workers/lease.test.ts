// Goal: one process at a time does a worker's work, another goes on when it is gone, and one that wakes up late writes nothing.
// Method: leases of an hour, which do not run out here, and of no time at all, which have run out at once.
import { HOUR_MS } from '@glasspool/core';
import { type Fence, LeaseLostError } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { TestPool } from '@glasspool/pool/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { endAllLeases, holdLease, releaseLeases } from './index.ts';

describeEachDatabase('a worker lease', (open, dialect) => {
  const request = (holder: string, durationMs = HOUR_MS) => ({ worker: 'scan', holder, durationMs });

  async function openPool() {
    const { database, connect } = await open();
    const pool = new TestPool(database);
    /** The other process has a connection of its own. */
    const other = pool.withDatabase(connect());
    return { pool, deps: pool.deps, other };
  }

  async function mustHold(deps: TestPool['deps'], ...asked: Parameters<typeof request>): Promise<Fence> {
    const fence = await holdLease(deps, request(...asked));
    if (fence === undefined) throw new Error(`${asked[0]} does not have the lease.`);
    return fence;
  }

  const count = async ({ deps }: TestPool) =>
    deps.db.read.selectFrom('counter').select('value').where('name', '=', 'test').executeTakeFirst();
  const write = (deps: TestPool['deps'], fence: Fence) =>
    deps.db.fenced(fence, () =>
      deps.db.transaction(async (tx) => {
        await tx.insertInto('counter').values({ name: 'test', value: 1 }).execute();
      }),
    );

  it('is held by one of two processes that ask at the same time', async () => {
    const { deps, other } = await openPool();
    const held = await Promise.all([holdLease(deps, request('a')), holdLease(other, request('b'))]);
    expect(held.filter((fence) => fence !== undefined)).toHaveLength(1);
  });

  it('is kept by its holder with the same token, and refused to another', async () => {
    const { deps, other } = await openPool();
    const fence = await mustHold(deps, 'a');
    expect(await holdLease(other, request('b'))).toBeUndefined();
    expect(await holdLease(deps, { ...request('a'), token: fence.token })).toEqual(fence);
  });

  it('stays with its holder after it ran out, while no one took it', async () => {
    const { deps } = await openPool();
    const fence = await mustHold(deps, 'a', 0);
    await write(deps, fence);
    expect(await holdLease(deps, { ...request('a'), token: fence.token })).toEqual(fence);
  });

  it('lets no one write who lost it, and no former holder comes back with its token', async () => {
    const { pool, deps, other } = await openPool();
    const old = await mustHold(deps, 'a', 0);
    const next = await mustHold(other, 'b');
    expect(next.token).toBeGreaterThan(old.token);
    await expect(write(deps, old)).rejects.toThrow(LeaseLostError);
    expect(await count(pool)).toBeUndefined();
    expect(await holdLease(deps, { ...request('a'), token: old.token })).toBeUndefined();
    await write(other, next);
    expect(await count(pool)).toEqual({ value: 1 });
  });

  it('is free at once when its holder stops or is known to be gone, and no token comes twice', async () => {
    const { pool, deps, other } = await openPool();
    const first = await mustHold(deps, 'a');
    await releaseLeases(deps, 'a');
    const second = await mustHold(other, 'b');
    await endAllLeases(deps);
    const third = await mustHold(deps, 'c');
    expect([second.token, third.token]).toEqual([first.token + 1, first.token + 2]);
    for (const lost of [first, second]) await expect(write(deps, lost)).rejects.toThrow(LeaseLostError);
    expect(await count(pool)).toBeUndefined();
  });

  // SQLite has one writer: nothing happens beside an open transaction.
  it.runIf(dialect === 'postgres')(
    'is not taken over while a transaction under it is open, but may be renewed',
    async () => {
      const { deps, other } = await openPool();
      const old = await mustHold(deps, 'a', 0);
      const order: string[] = [];
      let taking: Promise<unknown> | undefined;
      await deps.db.fenced(old, () =>
        deps.db.transaction(async (tx) => {
          await holdLease(other, { ...request('a', 0), token: old.token });
          order.push('renewed');
          taking = holdLease(other, request('b')).then(() => order.push('taken'));
          // Long enough for a take-over that waits for nothing.
          await sql`select pg_sleep(0.3)`.execute(tx);
          order.push('committed');
        }),
      );
      await taking;
      expect(order).toEqual(['renewed', 'committed', 'taken']);
      await expect(write(deps, old)).rejects.toThrow(LeaseLostError);
    },
  );
});
