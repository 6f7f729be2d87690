// Goal: what was signed for a sweep after the backup is followed to its end by the restored pool: nothing is signed beside it, no subject
// has two transfers, and its fees are booked once. Method: both databases; a backup at each step of a sweep, a move left on its way.
import { MINUTE_MS, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { reconcile, recordReconciliations, verifyBooks } from '../books/index.ts';
import { resumePayouts } from '../halts/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { findHalt, isAnythingReopened, settle } from '../outgoing/index.ts';
import { findNewestSweep, runSweeps, startSweep } from '../sweeps/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestOperatorWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { prepareRestored, restoreSigned } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '', requestId: '' };
const ROUNDS = 6;
/** Steps of the sweep that the backup has, and that were taken before the database was lost. */
const STORIES: readonly [backup: string, backupAfter: number, stopAfter: number][] = [
  ['nothing', 0, 4],
  ['the plan', 1, 4],
  ['coins for the fee under way', 2, 4],
  ['coins for the fee there', 3, 4],
  ['the plan, and only coins for the fee were sent', 1, 2],
];

describeEachDatabase('a sweep of after the backup', (open) => {
  /** Takes steps of a sweep of alice's address: planned, coins sent, coins there, tokens sent. The last transfer is not mined. */
  async function sweepWithBackup({ backupAfter, stopAfter }: { backupAfter: number; stopAfter: number }) {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    const { userId: adminId } = await createAdmin(pool.deps, 'root@example.org');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '100');
    await pool.deposit('hotWallet', 'USDT', '50');
    const steps = [
      async () => startSweep(pool.deps, { adminId, origin }),
      async () => pool.sweep('BSC'),
      async () => {
        pool.bsc.finalize();
        await pool.scan();
        await pool.sweep('BSC');
      },
      async () => pool.sweep('BSC'),
    ];
    let lines: string[] = [];
    for (const [index, step] of steps.slice(0, stopAfter).entries()) {
      if (index === backupAfter) lines = await pool.backUp();
      await step();
    }
    const restored = await restoreFrom(pool, lines);
    await resumePayouts(restored.deps, { adminId, origin, reason: 'Compared.' });
    return { pool: restored, adminId, address: await findAddress(restored, alice) };
  }

  async function restoreFrom(pool: TestPool, lines: readonly string[]): Promise<TestPool> {
    const { database } = await open();
    const restored = await pool.restoreInto(database, lines);
    await prepareRestored(restored.deps, { takenAt: 0 });
    await restoreSigned(restored.deps, restored.signedLog);
    return restored;
  }

  const findAddress = async (pool: TestPool, userId: UserId): Promise<string> =>
    (
      await pool.deps.db.read
        .selectFrom('wallet')
        .select('address')
        .where('network', '=', 'BSC')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
    ).address;

  async function goOn(pool: TestPool): Promise<void> {
    await pool.settle('BSC');
    await pool.sweep('BSC');
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    await pool.scan();
    await pool.settle('BSC');
    await recordGasTopUp(pool.deps);
  }

  const listSigned = (pool: TestPool) =>
    pool.deps.db.read
      .selectFrom('outgoingTransaction')
      .leftJoin('networkFee', 'networkFee.txHash', 'outgoingTransaction.txHash')
      .select(['subject', 'networkFee.amountMicro as feeMicro'])
      .execute();

  it.each(STORIES)(
    'is followed to its end, with nothing signed beside it: the backup has %s',
    async (_backup, backupAfter, stopAfter) => {
      const { pool, adminId, address } = await sweepWithBackup({ backupAfter, stopAfter });
      expect(await isAnythingReopened(pool.deps.db.read, 'BSC')).toBe(true);
      await requestOperatorWithdrawal(pool.deps, {
        adminId,
        origin,
        currency: 'USDT',
        address: OUTSIDE,
        amountMicro: micro('5'),
        idempotencyKey: 'after the restore',
      });
      const signedBefore = (await listSigned(pool)).length;
      for (const step of [sendWithdrawals, runSweeps, settle]) await step(pool.deps, 'BSC');
      expect(await listSigned(pool)).toHaveLength(signedBefore);

      for (let round = 0; round < ROUNDS; round += 1) await goOn(pool);
      expect(await isAnythingReopened(pool.deps.db.read, 'BSC')).toBe(false);
      const signed = await listSigned(pool);
      expect(new Set(signed.map(({ subject }) => subject)).size).toBe(signed.length);
      expect(signed.filter(({ feeMicro }) => feeMicro === null)).toEqual([]);
      expect(signed.length).toBeGreaterThan(signedBefore);
      expect(await pool.bsc.getBalanceUnits(address, 'USDT')).toBe(0n);
      expect((await findNewestSweep(pool.deps))?.state).not.toBe('running');
      for (const currency of ['USDT', 'BNB'] as const)
        expect(await reconcile(pool.deps, currency)).toMatchObject({ unexplainedUnits: 0n });
      expect(await verifyBooks(pool.deps)).toEqual([]);
    },
  );

  it('is followed by a pool that was restored from a backup of the restored one as well', async () => {
    const { pool, adminId } = await sweepWithBackup({ backupAfter: 2, stopAfter: 4 });
    const again = await restoreFrom(pool, await pool.backUp());
    await resumePayouts(again.deps, { adminId, origin, reason: 'Compared.' });
    expect(await isAnythingReopened(again.deps.db.read, 'BSC')).toBe(true);
    for (let round = 0; round < ROUNDS; round += 1) await goOn(again);
    expect(await isAnythingReopened(again.deps.db.read, 'BSC')).toBe(false);
    expect(await reconcile(again.deps, 'BNB')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('does not halt payouts while its fee is taken on chain and not final', async () => {
    const { pool } = await sweepWithBackup({ backupAfter: 0, stopAfter: 4 });
    pool.bsc.mine();
    for (let minute = 0; minute < 3; minute += 1) {
      await recordReconciliations(pool.deps);
      pool.clock.advance(MINUTE_MS);
    }
    expect(await findHalt(pool.deps)).toBeUndefined();
    expect(await reconcile(pool.deps, 'BNB')).not.toMatchObject({ unexplainedUnits: 0n });
  });
});
