// Goal: after a restore, no snapshot is taken while the books have a payment of coins whose arrival is not booked, because a manifest
// cannot state less than zero. An admin who requests a snapshot is told what to do.
// Method: both databases; a deposit, and its withdrawal, that were made after the backup.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getPosition } from '@glasspool/ledger';
import { releaseWallet } from '@glasspool/pool/balances';
import { prepareRestored, restoreSigned } from '@glasspool/pool/recovery';
import { expectRefusal } from '@glasspool/pool/testing';
import { requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { expect, it } from 'vitest';
import { BooksBehindError, listSnapshots, requestSnapshot, takeSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('a snapshot of a restored pool', (open) => {
  it('waits until the deposits of adopted payments are booked', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    const { userId: adminId } = await createAdmin(pool.deps, 'root@example.org');
    const alice = await pool.signUp('alice');
    const lines = await pool.backUp();
    await pool.deposit('hotWallet', 'USDT', '300');
    await pool.deposit(alice, 'USDT', '300');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT' });
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'USDT',
      address: OUTSIDE,
      amountMicro: micro('200'),
      idempotencyKey: 'after-the-backup',
    });
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();

    const restored = await pool.restoreInto((await open()).database, lines);
    await prepareRestored(restored.deps, { takenAt: 0 });
    await restoreSigned(restored.deps, restored.signedLog);
    expect((await getPosition(restored.deps.db.read, 'USDT')).custodyMicro).toBeLessThan(0n);
    await expect(takeSnapshot(restored.deps, 'daily')).rejects.toThrow(BooksBehindError);
    await expectRefusal(restored, 'SNAPSHOT_WAITS', () =>
      requestSnapshot(restored.deps, { adminId, origin: { ipAddress: '', requestId: '' } }),
    );
    expect((await listSnapshots(restored.deps, { page: 1, limit: 10 })).total).toBe(0);

    await restored.scan();
    await takeSnapshot(restored.deps, 'daily');
    expect((await listSnapshots(restored.deps, { page: 1, limit: 10 })).total).toBe(1);
  });
});
