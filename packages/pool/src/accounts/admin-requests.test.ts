// Goal: an admin whose answer was lost asks again, and the reserve is funded once and the terms are published once, whatever happened
// meanwhile. Method: both databases; the same key one after the other, and from two processes at once.
import { DAY_MS, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase, overlap, type TestDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { expect, it } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import type { PoolDeps } from '../deps.ts';
import { publishTerms } from '../investments/index.ts';
import { fundReserveAsAdmin, getPoolFigures } from '../reserve/index.ts';
import { expectRefusal, TEST_TERMS, TestPool } from '../testing/index.ts';

const origin = { ipAddress: 'test', requestId: 'req-1' };

describeEachDatabase('a request of an admin under a key', (open) => {
  async function start(): Promise<{ pool: TestPool; adminId: UserId; connect: TestDatabase['connect'] }> {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'root@example.org');
    await pool.deposit('hotWallet', 'USDT', '100');
    return { pool, adminId, connect };
  }

  const fund = (deps: PoolDeps, adminId: UserId, amount = '100', idempotencyKey = 'k1') =>
    fundReserveAsAdmin(deps, {
      currency: 'USDT',
      amountMicro: micro(amount),
      admin: { adminId, origin },
      idempotencyKey,
    });

  async function readReserve(pool: TestPool): Promise<bigint | undefined> {
    const { currencies } = await getPoolFigures(pool.deps);
    return currencies.find(({ currency }) => currency === 'USDT')?.rewardReserveMicro;
  }

  const countActions = async (pool: TestPool, action: 'reserve.fund' | 'terms.publish' | 'terms.propose') =>
    (await listAdminActions(pool.deps, { page: 1, limit: 10, action })).lines.length;

  it('funds the reserve once, though own funds would not suffice for twice', async () => {
    const { pool, adminId } = await start();
    await fund(pool.deps, adminId);
    await fund(pool.deps, adminId);
    expect(await readReserve(pool)).toBe(micro('100'));
    expect(await countActions(pool, 'reserve.fund')).toBe(1);
    await expectRefusal(pool, 'IDEMPOTENCY_KEY_REUSED', () => fund(pool.deps, adminId, '50'));
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('funds it again under another key', async () => {
    const { pool, adminId } = await start();
    await fund(pool.deps, adminId, '40', 'k1');
    await fund(pool.deps, adminId, '40', 'k2');
    expect(await readReserve(pool)).toBe(micro('80'));
  });

  it('funds it once when two processes get it at once', async () => {
    const { pool, adminId, connect } = await start();
    const other = pool.withDatabase(connect());
    const outcomes = await overlap(
      pool.deps.db,
      () => fund(pool.deps, adminId, '30'),
      () => fund(other, adminId, '30'),
    );
    expect(outcomes).toMatchObject(Array(2).fill({ status: 'fulfilled' }));
    expect(await readReserve(pool)).toBe(micro('30'));
    expect(await countActions(pool, 'reserve.fund')).toBe(1);
  });

  const publish = (pool: TestPool, adminId: UserId, change: object = {}, deps = pool.deps) =>
    publishTerms(deps, {
      adminId,
      origin,
      terms: { ...TEST_TERMS, termDays: 20, startsAt: getStart(pool), ...change },
      idempotencyKey: 'k1',
    });
  const starts = new WeakMap<TestPool, number>();
  /** A time that the first request has chosen, and that a repeated one names again. */
  function getStart(pool: TestPool): number {
    const startsAt = starts.get(pool) ?? pool.clock.now() + 2 * DAY_MS;
    starts.set(pool, startsAt);
    return startsAt;
  }

  it('publishes terms once, and says so after they have begun as well', async () => {
    const { pool, adminId } = await start();
    const first = await publish(pool, adminId);
    expect(first).toMatchObject({ state: 'published', terms: { version: 2 } });
    pool.clock.advance(10 * DAY_MS);
    expect(await publish(pool, adminId)).toEqual(first);
    expect(await countActions(pool, 'terms.publish')).toBe(1);
    await expectRefusal(pool, 'IDEMPOTENCY_KEY_REUSED', () => publish(pool, adminId, { termDays: 21 }));
  });

  it('publishes terms once when two processes get them at once', async () => {
    const { pool, adminId, connect } = await start();
    const other = pool.withDatabase(connect());
    getStart(pool);
    const [first, again] = await overlap(
      pool.deps.db,
      () => publish(pool, adminId),
      () => publish(pool, adminId, {}, other),
    );
    expect(first).toMatchObject({ value: { state: 'published' } });
    expect(again).toEqual(first);
    expect(await countActions(pool, 'terms.publish')).toBe(1);
  });

  it('proposes terms once', async () => {
    const { pool, adminId } = await start();
    await createAdmin(pool.deps, 'second@example.org');
    const large = { targetRatePpm: TEST_TERMS.targetRatePpm / 4 };
    const first = await publish(pool, adminId, large);
    expect(first).toMatchObject({ state: 'proposed' });
    expect(await publish(pool, adminId, large)).toEqual(first);
    expect(await countActions(pool, 'terms.propose')).toBe(1);
  });
});
