// Goal: network fees come out of the operator's own funds, never out of what users deposited. Method: both databases; TRX, whose fee is
// paid in kind; own funds for a known number of fees; two processes at once.
import type { SweepId, UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { recordHaltNow } from '../outgoing/index.ts';
import { TestPool } from '../testing/index.ts';
import { getSweep, startSweep } from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('the fee of a sweep', (open) => {
  /** Five users with 20 TRX each, and own funds of the operator. */
  async function poolToSweep(ownFunds: string | undefined) {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    if (ownFunds !== undefined) await pool.deposit('hotWallet', 'TRX', ownFunds);
    for (const name of ['alice', 'bob', 'carol', 'dave', 'erin'])
      await pool.deposit(await pool.signUp(name), 'TRX', '20');
    return { pool, adminId, second: pool.withDatabase(connect()) };
  }

  async function sweepAll(pool: TestPool, adminId: UserId, others = [pool.deps]): Promise<SweepId> {
    const id = await startSweep(pool.deps, { adminId, origin });
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(others.map((deps) => pool.sweep('TRON', deps)));
      pool.tron.finalize();
      await pool.scan();
    }
    return id;
  }

  async function expectNothingBurned(pool: TestPool): Promise<void> {
    const position = await getPosition(pool.deps.db.read, 'TRX');
    expect(position.owedToUsersMicro).toBe(micro('100'));
    expect(position.ownFundsAvailableMicro).toBeGreaterThanOrEqual(0n);
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'TRX')).toMatchObject({ unexplainedUnits: 0n });
  }

  const getItems = (pool: TestPool) =>
    pool.deps.db.read.selectFrom('sweepItem').select(['state', 'waitingFor']).execute();

  it('does not begin while payouts are halted', async () => {
    const { pool, adminId } = await poolToSweep(undefined);
    await recordHaltNow(pool.deps, 'a test');
    const beginning = startSweep(pool.deps, { adminId, origin });
    await expect(beginning).rejects.toMatchObject({ code: 'PAYOUTS_PAUSED' });
    expect(await pool.deps.db.read.selectFrom('sweep').selectAll().execute()).toEqual([]);
  });

  it('is not paid without own funds: every address waits, and says for what', async () => {
    const { pool, adminId } = await poolToSweep(undefined);
    await sweepAll(pool, adminId);
    expect(await getItems(pool)).toEqual(
      Array.from({ length: 5 }, () => ({ state: 'waiting', waitingFor: 'gas' })),
    );
    expect(pool.tron.broadcasts).toEqual([]);
    await expectNothingBurned(pool);
  });

  it('is paid as far as own funds go, by two processes at once; the rest waits until there are more', async () => {
    // A fee is at most 0.268 TRX: enough for two.
    const { pool, adminId, second } = await poolToSweep('0.6');
    const id = await sweepAll(pool, adminId, [pool.deps, second]);
    const states = (await getItems(pool)).map(({ state }) => state).sort();
    expect(states).toEqual(['swept', 'swept', 'waiting', 'waiting', 'waiting']);
    await expectNothingBurned(pool);
    await pool.deposit('hotWallet', 'TRX', '10');
    for (let round = 0; round < 4; round += 1) {
      await pool.sweep('TRON');
      pool.tron.finalize();
      await pool.scan();
    }
    expect(await getSweep(pool.deps, id)).toMatchObject({ state: 'done' });
    await expectNothingBurned(pool);
  });
});
