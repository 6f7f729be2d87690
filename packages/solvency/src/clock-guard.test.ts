// Goal: while the host clock is wrong, rewards, maturities, snapshots and signing wait and say so, and nothing published becomes false.
// Method: chains in memory that make blocks all the time, with their own time, and a clock that is moved independently.

import { HOUR_MS, MINUTE_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { findClockSkew } from '@glasspool/pool/clock-guard';
import { getCurrentTerms, invest, matureInvestments, publishTerms } from '@glasspool/pool/investments';
import { listNotices, refreshNotices } from '@glasspool/pool/notices';
import { findSigningObstacle } from '@glasspool/pool/outgoing';
import { fundReserve, rollOverReserves } from '@glasspool/pool/reserve';
import { runRewards } from '@glasspool/pool/rewards';
import { expectBalances, expectRefusal, TEST_TERMS } from '@glasspool/pool/testing';
import { expect, it, vi } from 'vitest';
import type { SolvencyDeps } from './deps.ts';
import { SnapshotWaitsError, takeSnapshot } from './index.ts';
import { listFailedBookChecks, TestPoolWithSnapshots } from './testing/index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('a clock that is wrong', (open) => {
  /** Pool in which alice has invested 100 USDT. The chains make blocks all the time, and their time is that of the clock. */
  async function poolInTime() {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '100');
    for (const chain of [pool.bsc, pool.tron]) {
      chain.blockAgeMaxMs = MINUTE_MS;
      chain.finalize();
    }
    await pool.scan();
    await agree(pool);
    return { pool, alice };
  }

  /** Sets the time of the chains so that the final block has the time of the clock. */
  async function agree(pool: TestPoolWithSnapshots): Promise<void> {
    for (const chain of [pool.bsc, pool.tron]) {
      const { finalTimeMs } = await chain.getHead();
      chain.startsAtMs += pool.clock.now() - finalTimeMs;
    }
  }

  it.each([24 * 30, 24 * 31])(
    'pays no reward and frees no principal when it is %i hours ahead',
    async (hours) => {
      const { pool, alice } = await poolInTime();
      pool.advanceHours(hours);
      // Pitfall: the wrong clock
      expect(await runRewards(pool.deps)).toEqual([]);
      expect(await matureInvestments(pool.deps)).toBe(0);
      expect(await findSigningObstacle(pool.deps, 'TRON')).toBe('clock');
      await expectBalances(pool, alice, 'USDT', { invested: '100.000000', withdrawable: '0.000000' });
      const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
      await refreshNotices(pool.deps);
      const { notices } = await listNotices(pool.deps, adminId);
      expect(notices.map(({ kind }) => kind)).toContain('clock-skew');
    },
  );

  it('opens no reward run, when it is hours ahead, that a machine with the right time would go on with', async () => {
    const { pool, alice } = await poolInTime();
    pool.advanceHours(22);
    await agree(pool);
    pool.advanceHours(3);
    expect(await runRewards(pool.deps)).toEqual([]);
    pool.advanceHours(-3);
    expect(await runRewards(pool.deps)).toEqual([]);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '0.000000' });
    pool.advanceHours(2);
    await agree(pool);
    expect(await runRewards(pool.deps)).toMatchObject([{ runAt: pool.clock.now() }]);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '2.000000' });
  });

  it('funds no reserve before the run that found it empty, when it is minutes behind, which is let pass', async () => {
    const { pool } = await poolInTime();
    await pool.investor('bob', 'TRX', '200');
    await pool.deposit('hotWallet', 'TRX', '100');
    pool.advanceHours(24);
    await agree(pool);
    expect(await runRewards(pool.deps)).toMatchObject([{ paidMicro: 2_000_000n }, { paidMicro: 0n }]);
    pool.clock.advance(-4 * MINUTE_MS);
    await fundReserve(pool.deps, { currency: 'TRX', amountMicro: micro('100') });
    pool.clock.advance(4 * MINUTE_MS);
    const number = await takeSnapshot(pool.deps, 'daily');
    expect(await listFailedBookChecks(pool.deps.snapshots, number)).toEqual([]);
  });

  it('moves no reserve of terms that are still in force when it is hours ahead', async () => {
    const { pool } = await poolInTime();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const startsAt = pool.clock.now() + 25 * HOUR_MS;
    const terms = { ...TEST_TERMS, targetRatePpm: 10_000, startsAt };
    await publishTerms(pool.deps, { adminId, origin, terms });
    await pool.fundReserve('TRX', '100');
    pool.advanceHours(24);
    await agree(pool);
    pool.advanceHours(3);
    expect(await rollOverReserves(pool.deps)).toBe(0);
    await agree(pool);
    expect(await rollOverReserves(pool.deps)).toBe(1);
  });

  it.each([5 * MINUTE_MS, -5 * MINUTE_MS])(
    'is let pass when it is off by %i ms, and not by a millisecond more',
    async (skewMs) => {
      const { pool, alice } = await poolInTime();
      pool.advanceHours(24);
      await agree(pool);
      for (const chain of [pool.bsc, pool.tron]) chain.startsAtMs -= skewMs + Math.sign(skewMs);
      expect(await runRewards(pool.deps)).toEqual([]);
      for (const chain of [pool.bsc, pool.tron]) chain.startsAtMs += Math.sign(skewMs);
      expect(await runRewards(pool.deps)).toHaveLength(1);
      await expectBalances(pool, alice, 'USDT', { withdrawable: '2.000000' });
    },
  );

  it('is not said of a chain whose only final block is its first', async () => {
    const { pool } = await poolInTime();
    pool.advanceHours(24);
    await agree(pool);
    const head = await pool.tron.getHead();
    const getHead = vi.spyOn(pool.tron, 'getHead');
    getHead.mockResolvedValue({ ...head, finalizedHeight: 0, finalTimeMs: 0 });
    expect(await runRewards(pool.deps)).toEqual([]);
    expect(await findClockSkew(pool.deps)).toBeUndefined();
    getHead.mockRestore();
    expect(await runRewards(pool.deps)).toHaveLength(1);
  });

  it('lets no snapshot be taken when it is hours off', async () => {
    const { pool } = await poolInTime();
    for (const hours of [3, -6]) {
      pool.advanceHours(hours);
      await expect(takeSnapshot(pool.deps, 'daily')).rejects.toThrow(SnapshotWaitsError);
    }
    pool.advanceHours(3);
    expect(await takeSnapshot(pool.deps, 'daily')).toBe(0);
  });

  it('lets no snapshot be taken when it jumps hours ahead while one is built, and the books stay open', async () => {
    const { pool, alice } = await poolInTime();
    await pool.deposit(alice, 'USDT', '60');
    const jumping: SolvencyDeps = {
      ...pool.deps,
      buildSnapshot: (deps) => {
        pool.advanceHours(3);
        return pool.deps.buildSnapshot(deps);
      },
    };
    await expect(takeSnapshot(jumping, 'daily')).rejects.toThrow(SnapshotWaitsError);
    pool.advanceHours(-3);
    await invest(pool.deps, { userId: alice, currency: 'USDT' });
    expect(await takeSnapshot(pool.deps, 'daily')).toBe(0);
  });

  it('leaves entries of times to come when it is ahead, and no snapshot is taken before these have passed', async () => {
    const { pool, alice } = await poolInTime();
    await pool.deposit(alice, 'USDT', '60');
    await takeSnapshot(pool.deps, 'daily');
    pool.advanceHours(3);
    await invest(pool.deps, { userId: alice, currency: 'USDT' });
    pool.advanceHours(-3);
    await agree(pool);
    await expect(takeSnapshot(pool.deps, 'daily')).rejects.toThrow(SnapshotWaitsError);
    pool.advanceHours(3);
    await agree(pool);
    const number = await takeSnapshot(pool.deps, 'daily');
    expect(await listFailedBookChecks(pool.deps.snapshots, number)).toEqual([]);
  });

  it('books nothing, when it is behind, at a time that a snapshot has closed, and goes on when it is right', async () => {
    const { pool, alice } = await poolInTime();
    // The terms must have begun before the time to which the clock goes back.
    pool.advanceHours(24);
    await agree(pool);
    await pool.deposit(alice, 'USDT', '60');
    await takeSnapshot(pool.deps, 'daily');
    pool.advanceHours(-3);
    await expectRefusal(pool, 'UNAVAILABLE', () => invest(pool.deps, { userId: alice, currency: 'USDT' }));
    await expectBalances(pool, alice, 'USDT', { wallet: '60.000000', invested: '100.000000' });
    pool.advanceHours(3);
    await agree(pool);
    await invest(pool.deps, { userId: alice, currency: 'USDT' });
    const number = await takeSnapshot(pool.deps, 'daily');
    expect(await listFailedBookChecks(pool.deps.snapshots, number)).toEqual([]);
  });

  it('makes an entry, behind on another machine, while a snapshot is taken: the next try has it', async () => {
    const { pool, alice } = await poolInTime();
    pool.advanceHours(24);
    await agree(pool);
    await pool.deposit(alice, 'USDT', '60');
    const buildSnapshot: SolvencyDeps['buildSnapshot'] = async (deps) => {
      const built = await pool.deps.buildSnapshot(deps);
      pool.advanceHours(-3);
      await invest(pool.deps, { userId: alice, currency: 'USDT' });
      pool.advanceHours(3);
      return built;
    };
    await agree(pool);
    await expect(takeSnapshot({ ...pool.deps, buildSnapshot }, 'daily')).rejects.toThrow(SnapshotWaitsError);
    const first = await takeSnapshot(pool.deps, 'daily');
    expect(first).toBe(0);
    await pool.deposit(alice, 'USDT', '60');
    await agree(pool);
    const number = await takeSnapshot(pool.deps, 'daily');
    for (const one of [first, number])
      expect(await listFailedBookChecks(pool.deps.snapshots, one)).toEqual([]);
  });

  it('holds up no one when a little behind the machine that started the pool: the first terms are those of both', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '100');
    pool.clock.advance(-4 * MINUTE_MS);
    expect((await getCurrentTerms(pool.deps.db.read, pool.clock.now())).version).toBe(1);
    await invest(pool.deps, { userId: alice, currency: 'USDT' });
    await expectBalances(pool, alice, 'USDT', { invested: '100.000000' });
  });

  it('is told of until it is right again', async () => {
    const { pool } = await poolInTime();
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await agree(pool);
    expect(await runRewards(pool.deps)).toHaveLength(1);
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await refreshNotices(pool.deps);
    const { notices } = await listNotices(pool.deps, adminId);
    expect(notices.map(({ kind }) => kind)).not.toContain('clock-skew');
  });
});
