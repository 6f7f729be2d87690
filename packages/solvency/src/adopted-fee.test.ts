// Goal: a pool that was restored from a backup older than its newest terms takes no fee that the terms in the backup do not allow.
// Otherwise every verifier would refuse its journal for good.
// Method: both databases; a withdrawal under terms with a higher fee, which the backup does not know.
import { DAY_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { publishTerms } from '@glasspool/pool/investments';
import { prepareRestored, restoreSigned } from '@glasspool/pool/recovery';
import { runRewards } from '@glasspool/pool/rewards';
import { TEST_TERMS } from '@glasspool/pool/testing';
import { requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { expect, it } from 'vitest';
import { takeSnapshot } from './index.ts';
import { listFailedBookChecks, TestPoolWithSnapshots } from './testing/index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '127.0.0.1', requestId: 'req-1' };

describeEachDatabase('a withdrawal that the backup does not know', (open) => {
  it('takes no fee that the terms of the backup do not allow', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    const { userId: adminId } = await createAdmin(pool.deps, 'root@example.org');
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const lines = await pool.backUp();
    const withdrawalFeeMicro = { USDT: micro('0.6'), TRX: micro('0.5') };
    const withdrawalMinimumMicro = { USDT: micro('12'), TRX: micro('10') };
    const startsAt = pool.clock.now() + 7 * DAY_MS;
    await publishTerms(pool.deps, {
      adminId,
      origin,
      terms: { ...TEST_TERMS, withdrawalFeeMicro, withdrawalMinimumMicro, startsAt },
    });
    pool.advanceHours(7 * 24 + 1);
    await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'USDT',
      address: OUTSIDE,
      amountMicro: micro('15'),
    });
    await sendWithdrawals(pool.deps, 'BSC');
    expect(pool.signedLog).toMatchObject([{ fee: '0.600000' }]);

    const { database } = await open();
    const restored = await pool.restoreInto(database, lines);
    await prepareRestored(restored.deps, { takenAt: 0 });
    expect(await restoreSigned(restored.deps, pool.signedLog)).toEqual({ restored: 1, unmatched: [] });
    pool.bsc.finalize();
    await restored.scan();
    await restored.settle('BSC');
    const rows = await database.read.selectFrom('withdrawal').select(['state', 'feeMicro']).execute();
    expect(rows).toEqual([{ state: 'confirmed', feeMicro: micro('0.5') }]);
    const number = await takeSnapshot(restored.deps, 'daily');
    expect(await listFailedBookChecks(restored.deps.snapshots, number)).toEqual([]);
  });
});
