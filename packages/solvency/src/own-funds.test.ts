// Goal: no large sum of the operator's own funds leaves the pool before a snapshot has shown the books without it.
import type { UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { requestOperatorWithdrawal, reviewWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { expect, it } from 'vitest';
import { listSnapshots } from './list-snapshots.ts';
import { takeDueSnapshot } from './take-due-snapshot.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('a withdrawal of own funds', (open) => {
  const request = (adminId: UserId, amount: string) => ({
    adminId,
    origin,
    currency: 'USDT' as const,
    address: OUTSIDE,
    amountMicro: micro(amount),
  });

  it('leaves above the limit of a day only after a snapshot that shows the pool before', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.deposit(await pool.signUp('alice'), 'USDT', '990');
    await pool.deposit('hotWallet', 'USDT', '5010');
    await takeDueSnapshot(pool.deps);
    pool.clock.advance(1);
    const { id } = await requestOperatorWithdrawal(pool.deps, request(adminId, '1000.000001'));
    const { userId: otherId } = await createAdmin(pool.deps, 'second@example.org');
    const review = { withdrawalId: id, origin, reason: '', adminId: otherId, decision: 'approve' } as const;
    await reviewWithdrawal(pool.deps, review);
    pool.clock.advance(1);
    await requestOperatorWithdrawal(pool.deps, request(adminId, '0.5'));
    const getStates = async (): Promise<string[]> => {
      const { db } = pool.deps;
      const rows = await db.read.selectFrom('withdrawal').select('state').orderBy('amountMicro').execute();
      return rows.map(({ state }) => state);
    };
    // The small withdrawal of the same day is above the daily limit too, and waits for an admin.
    expect(await getStates()).toEqual(['reviewing', 'approved']);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
    expect(await takeDueSnapshot(pool.deps)).toBe(1);
    expect(await takeDueSnapshot(pool.deps)).toBeUndefined();
    const { snapshots } = await listSnapshots(pool.deps, { page: 1, limit: 1 });
    expect(snapshots).toMatchObject([{ reason: 'operator' }]);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    expect(await getStates()).toEqual(['reviewing', 'broadcast']);
  });
});
