// Goal: trouble raises one notice with its figures, which goes when the trouble does, and each admin reads for themselves.
import { DAY_MS, MINUTE_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { recordReconciliations } from '../books/index.ts';
import { resumePayouts } from '../halts/index.ts';
import { recordHaltNow } from '../outgoing/index.ts';
import { recordBackup } from '../recovery/index.ts';
import { runRewards } from '../rewards/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, reviewWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { listNotices, markNoticesRead, refreshNotices } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('the list of notices', (open) => {
  async function poolWithAdmin() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    return { pool, adminId, second: pool.withDatabase(connect()) };
  }

  async function getKinds(pool: TestPool, adminId: Parameters<typeof listNotices>[1]): Promise<string[]> {
    await refreshNotices(pool.deps);
    const { notices } = await listNotices(pool.deps, adminId);
    return notices.filter(({ resolvedAt }) => resolvedAt === null).map(({ kind }) => kind);
  }

  it('is empty while all is well', async () => {
    const { pool, adminId } = await poolWithAdmin();
    expect(await getKinds(pool, adminId)).toEqual([]);
    expect(await listNotices(pool.deps, adminId)).toEqual({ notices: [], unread: 0 });
  });

  it('tells of a pool that is not backed up, from its first day on, until it is', async () => {
    const pool = await new TestPool((await open()).database, { backupEveryMs: DAY_MS }).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.advanceHours(25);
    expect(await getKinds(pool, adminId)).toEqual([]);
    pool.advanceHours(2);
    expect(await getKinds(pool, adminId)).toEqual(['backup-late']);
    await recordBackup(pool.deps, pool.clock.now());
    expect(await getKinds(pool, adminId)).toEqual([]);
    pool.advanceHours(27);
    expect(await getKinds(pool, adminId)).toEqual(['backup-late']);
    // Under a clock that was ahead: it says nothing of how old the newest one is.
    await recordBackup(pool.deps, pool.clock.now() + 400 * DAY_MS);
    expect(await getKinds(pool, adminId)).toEqual(['backup-late']);
  });

  it('tells of a reserve that lasts less than three days, with its figures, until it is funded', async () => {
    const { pool, adminId } = await poolWithAdmin();
    await pool.fundReserve('USDT', '5');
    await pool.investor('alice', 'USDT', '100');
    expect(await getKinds(pool, adminId)).toEqual(['reserve-low']);
    const { notices } = await listNotices(pool.deps, adminId);
    expect(notices[0]?.details).toEqual({
      currency: 'USDT',
      version: '1',
      days: '2.5',
      reserve: '5.000000',
    });
    await pool.fundReserve('USDT', '1');
    expect(await getKinds(pool, adminId)).toEqual([]);
  });

  it('tells of withdrawals to review, of a hot wallet that is short, and of what is stuck', async () => {
    const { pool, adminId } = await poolWithAdmin();
    await pool.fundReserve('USDT', '10000');
    const alice = await pool.investor('alice', 'USDT', '100000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const request = { userId: alice, currency: 'USDT' as const, address: OUTSIDE };
    const { id } = await requestWithdrawal(pool.deps, { ...request, amountMicro: micro('1500') });
    expect(await getKinds(pool, adminId)).toEqual(['withdrawal-review']);
    await reviewWithdrawal(pool.deps, { adminId, origin, withdrawalId: id, decision: 'approve', reason: '' });
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await getKinds(pool, adminId)).toEqual(['hot-wallet-short']);
    pool.bsc.fundGas(10n ** 18n);
    await sendWithdrawals(pool.deps, 'BSC');
    pool.clock.advance(11 * MINUTE_MS);
    expect(await getKinds(pool, adminId)).toEqual(['transaction-stuck']);
  });

  it('tells of a difference between books and chain that stays, and that a shortage stopped payouts', async () => {
    const { pool, adminId } = await poolWithAdmin();
    pool.bsc.fundGas(-5n);
    await recordReconciliations(pool.deps);
    expect(await getKinds(pool, adminId)).toEqual([]);
    pool.clock.advance(MINUTE_MS);
    await recordReconciliations(pool.deps);
    const kinds = await getKinds(pool, adminId);
    expect(kinds.toSorted()).toEqual(['payouts-frozen', 'reconciliation-difference']);
    pool.bsc.fundGas(5n);
    await recordReconciliations(pool.deps);
    expect(await getKinds(pool, adminId)).toEqual(['payouts-frozen']);
  });

  it('tells that payouts are halted until an admin resumes them', async () => {
    const { pool, adminId } = await poolWithAdmin();
    await recordHaltNow(pool.deps, 'The hot wallet has sent more than the database knows.');
    expect(await getKinds(pool, adminId)).toEqual(['payouts-frozen']);
    await resumePayouts(pool.deps, { adminId, origin, reason: 'A second copy was stopped.' });
    expect(await getKinds(pool, adminId)).toEqual([]);
  });

  it('tells everyone signed in that a worker stopped payouts, found a further reason, and that they are on again', async () => {
    const { pool } = await poolWithAdmin();
    const alice = await pool.signUp('alice');
    const heard: string[] = [];
    pool.deps.events.subscribe({ userId: alice, role: 'user' }, ({ type }) => heard.push(type));
    for (const reason of ['The signer refused.', 'The chain holds less.', 'The chain holds less.']) {
      await recordHaltNow(pool.deps, reason);
      await refreshNotices(pool.deps);
    }
    expect(heard).toEqual(['payouts.changed', 'payouts.changed']);
    // Another process resumed them, and its event was lost.
    await pool.deps.db.transaction(async (tx) => {
      await tx.deleteFrom('setting').where('name', '=', 'payouts.frozen').execute();
    });
    await refreshNotices(pool.deps);
    expect(heard).toEqual(['payouts.changed', 'payouts.changed', 'payouts.changed']);
  });

  it('has a notice once that two processes raise, and counts it as unread for each admin alone', async () => {
    const { pool, adminId, second } = await poolWithAdmin();
    const { userId: otherId } = await createAdmin(pool.deps, 'other@example.org');
    await recordHaltNow(pool.deps, 'a test');
    await Promise.all([pool.deps, second, pool.deps, second].map((deps) => refreshNotices(deps)));
    expect((await listNotices(pool.deps, adminId)).unread).toBe(1);
    await markNoticesRead(pool.deps, adminId);
    await markNoticesRead(pool.deps, adminId);
    expect((await listNotices(pool.deps, adminId)).unread).toBe(0);
    expect((await listNotices(pool.deps, otherId)).unread).toBe(1);
    expect((await listNotices(pool.deps, adminId)).notices).toHaveLength(1);
  });
});
