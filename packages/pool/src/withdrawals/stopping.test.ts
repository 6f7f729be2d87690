// Goal: whatever is not signed can be stopped, by its user, by an admin or by a lock, and one that the signer refuses stops no one else.
// Method: both databases; a fee of 0.5 on each withdrawal; two users; races of stopping and signing.
import { SigningRefusedError } from '@glasspool/chains';
import { HOUR_MS, type UserId, type WithdrawalId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase, type TestDatabase } from '@glasspool/db/testing';
import { createAdmin, lockUser, unlockUser } from '@glasspool/identity/accounts';
import { expect, it, vi } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { findHalt } from '../outgoing/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, TestPool } from '../testing/index.ts';
import { cancelWithdrawal, requestWithdrawal, reviewWithdrawal, sendWithdrawals } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('a withdrawal that is not signed', (open) => {
  /** Alice and bob have 20 USDT withdrawable each; more than 10 a day waits for an admin. */
  async function poolWithTwo(): Promise<{
    pool: TestPool;
    alice: UserId;
    bob: UserId;
    adminId: UserId;
    connect: TestDatabase['connect'];
  }> {
    const { database, connect } = await open();
    const pool = await new TestPool(database, {
      withdrawalReviewMicro: { USDT: micro('10'), TRX: micro('10') },
    }).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    const bob = await pool.investor('bob', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    return { pool, alice, bob, adminId, connect };
  }

  const request = (pool: TestPool, userId: UserId, amount: string) =>
    requestWithdrawal(pool.deps, {
      userId,
      currency: 'USDT',
      address: OUTSIDE,
      amountMicro: micro(amount),
      idempotencyKey: `${userId}-${amount}`,
    });

  const getState = async (pool: TestPool, id: WithdrawalId) =>
    pool.deps.db.read
      .selectFrom('withdrawal')
      .select(['state', 'waitingFor'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  it.each(['15', '5'])(
    'is cancelled by its user, amount and fee come back, once: %s USDT',
    async (amount) => {
      const { pool, alice, bob } = await poolWithTwo();
      const { id, state } = await request(pool, alice, amount);
      expect(state).toBe(amount === '15' ? 'reviewing' : 'approved');
      await expectRefusal(pool, 'NOT_FOUND', () =>
        cancelWithdrawal(pool.deps, { userId: bob, withdrawalId: id }),
      );
      await cancelWithdrawal(pool.deps, { userId: alice, withdrawalId: id });
      await expectBalances(pool, alice, 'USDT', { withdrawable: '20.000000', onHold: '0.000000' });
      await expectRefusal(pool, 'WITHDRAWAL_NOT_CANCELLABLE', () =>
        cancelWithdrawal(pool.deps, { userId: alice, withdrawalId: id }),
      );
      expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
      expect(pool.bsc.broadcasts).toEqual([]);
    },
  );

  it('is rejected by an admin after it was approved, amount and fee come back', async () => {
    const { pool, alice, adminId } = await poolWithTwo();
    const { id } = await request(pool, alice, '5');
    await reviewWithdrawal(pool.deps, {
      adminId,
      origin,
      withdrawalId: id,
      decision: 'reject',
      reason: 'The user called.',
    });
    await expectBalances(pool, alice, 'USDT', { withdrawable: '20.000000', onHold: '0.000000' });
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
  });

  it('is stopped no longer once it is signed', async () => {
    const { pool, alice, adminId } = await poolWithTwo();
    const { id } = await request(pool, alice, '5');
    await sendWithdrawals(pool.deps, 'BSC');
    await expectRefusal(pool, 'WITHDRAWAL_NOT_CANCELLABLE', () =>
      cancelWithdrawal(pool.deps, { userId: alice, withdrawalId: id }),
    );
    const review = { adminId, origin, withdrawalId: id, decision: 'reject', reason: '' } as const;
    await expectRefusal(pool, 'WITHDRAWAL_NOT_REVIEWED', () => reviewWithdrawal(pool.deps, review));
  });

  it('is either cancelled or paid, never both, when its user cancels while it is signed', async () => {
    const { pool, alice, bob, connect } = await poolWithTwo();
    const second = pool.withDatabase(connect());
    for (let round = 0; round < 5; round += 1) {
      const { id } = await request(pool, alice, `1.${round}`);
      await request(pool, bob, `1.${round}`);
      const [cancelled] = await Promise.allSettled([
        cancelWithdrawal(second, { userId: alice, withdrawalId: id }),
        sendWithdrawals(pool.deps, 'BSC'),
      ]);
      const { state } = await getState(pool, id);
      expect(state).toBe(cancelled.status === 'fulfilled' ? 'cancelled' : 'broadcast');
    }
    pool.bsc.finalize();
    await pool.settle('BSC');
    const paid = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select('amountMicro')
      .where('state', '=', 'confirmed')
      .execute();
    const paidMicro = paid.reduce((sum, { amountMicro }) => sum + amountMicro, 0n);
    expect(await pool.bsc.getBalanceUnits(OUTSIDE, 'USDT')).toBe(paidMicro * 10n ** 12n);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('waits when its account is locked, says so, and is paid once the account is unlocked', async () => {
    const { pool, alice, bob, adminId } = await poolWithTwo();
    const { id } = await request(pool, alice, '5');
    const other = await request(pool, bob, '5');
    const lock = { adminId, origin, userId: alice, reason: 'Stolen.' };
    await lockUser(pool.deps, lock);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    expect(await getState(pool, id)).toEqual({ state: 'approved', waitingFor: 'locked' });
    expect((await getState(pool, other.id)).state).toBe('broadcast');
    await unlockUser(pool.deps, lock);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    expect((await getState(pool, id)).state).toBe('broadcast');
  });

  it('keeps waiting, with its account locked, for an admin whom another process found that it needs meanwhile', async () => {
    const { pool, alice, adminId } = await poolWithTwo();
    const { id } = await request(pool, alice, '5');
    await lockUser(pool.deps, { adminId, origin, userId: alice, reason: 'Stolen.' });
    const { db } = pool.deps;
    const transaction = db.transaction.bind(db);
    vi.spyOn(db, 'transaction').mockImplementationOnce(async (work) => {
      await transaction((tx) =>
        tx.updateTable('withdrawal').set({ waitingFor: 'check' }).where('id', '=', id).execute(),
      );
      return transaction(work);
    });
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await getState(pool, id)).toEqual({ state: 'approved', waitingFor: 'check' });
  });

  it('is dropped when its account is locked while the signer signs it', async () => {
    const { pool, alice, adminId } = await poolWithTwo();
    const { id } = await request(pool, alice, '5');
    const sign = pool.bsc.signTransfer.bind(pool.bsc);
    vi.spyOn(pool.bsc, 'signTransfer').mockImplementationOnce(async (intent) => {
      const signed = await sign(intent);
      await lockUser(pool.deps, { adminId, origin, userId: alice, reason: 'Stolen.' });
      return signed;
    });
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
    expect((await getState(pool, id)).state).toBe('approved');
    expect([pool.bsc.broadcasts, pool.signedLog]).toEqual([[], []]);
  });

  it('goes to an admin when the signer refuses it, who can reject it; no one else waits for it', async () => {
    const { pool, alice, bob, adminId } = await poolWithTwo();
    const { id } = await request(pool, alice, '5');
    pool.clock.advance(1);
    const other = await request(pool, bob, '5');
    const sign = pool.bsc.signTransfer.bind(pool.bsc);
    vi.spyOn(pool.bsc, 'signTransfer').mockImplementation(async (intent) => {
      if (intent.subject === id) throw new SigningRefusedError('The withdrawal is too old.');
      return sign(intent);
    });
    for (let round = 0; round < 3; round += 1) await sendWithdrawals(pool.deps, 'BSC');
    expect(await findHalt(pool.deps)).toBeUndefined();
    expect(await getState(pool, id)).toEqual({ state: 'approved', waitingFor: 'check' });
    expect((await getState(pool, other.id)).state).toBe('broadcast');
    await reviewWithdrawal(pool.deps, {
      adminId,
      origin,
      withdrawalId: id,
      decision: 'reject',
      reason: 'Too old.',
    });
    await expectBalances(pool, alice, 'USDT', { withdrawable: '20.000000', onHold: '0.000000' });
  });

  it('is paid after it is approved, though it lay in review for 31 days', async () => {
    const { pool, alice, adminId } = await poolWithTwo();
    const { id } = await request(pool, alice, '15');
    pool.advanceHours(31 * 24);
    await reviewWithdrawal(pool.deps, { adminId, origin, withdrawalId: id, decision: 'approve', reason: '' });
    const { approvedAt } = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select('approvedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(pool.clock.now() - (approvedAt ?? 0)).toBeLessThan(HOUR_MS);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });
});
