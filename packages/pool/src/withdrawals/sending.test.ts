// Goal: between a decision and the network nothing is signed, sent or decided twice, and nothing leaves undescribed. Method: both databases;
// two admins at the same moment, a node that moves, a nonce that is taken, and a log that cannot be written, each at its worst moment.
import { NetworkRefusedError } from '@glasspool/chains';
import type { UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import type { PoolDeps } from '../deps.ts';
import { runRewards } from '../rewards/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, reviewWithdrawal, sendWithdrawals } from './index.ts';

const OUTSIDE_BSC = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('a withdrawal on its way', (open) => {
  /** Alice has 20 USDT withdrawable; the hot wallet has tokens and gas. */
  async function poolWithAlice(): Promise<{ pool: TestPool; alice: UserId }> {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    return { pool, alice };
  }

  const usdt = (userId: UserId, amount: string, idempotencyKey?: string) => ({
    userId,
    currency: 'USDT' as const,
    address: OUTSIDE_BSC,
    amountMicro: micro(amount),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

  it('is decided once when one admin approves and another rejects at the same moment', async () => {
    const { database, connect } = await open();
    const review = { withdrawalReviewMicro: { USDT: 0n, TRX: 0n } };
    const pool = await new TestPool(database, review).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    const admins = [await pool.signUp('one'), await pool.signUp('other')];
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const second = pool.withDatabase(connect());
    for (let round = 1; round <= 8; round += 1) {
      const { id } = await requestWithdrawal(pool.deps, usdt(alice, '1', `key-${round}`));
      const decide = (deps: PoolDeps, adminId: UserId, decision: 'approve' | 'reject') =>
        reviewWithdrawal(deps, {
          adminId,
          withdrawalId: id,
          decision,
          reason: 'Ask support.',
          origin: { ipAddress: '127.0.0.1', requestId: 'req-1' },
        });
      const [one, other] = admins;
      if (one === undefined || other === undefined) throw new Error('There are two admins.');
      const outcomes = await Promise.allSettled([
        decide(pool.deps, one, 'approve'),
        decide(second, other, 'reject'),
        decide(pool.deps, one, 'reject'),
        decide(second, other, 'approve'),
      ]);
      // Approved is not the end: an admin may reject what is not signed yet. Twice the same decision it never is.
      const actions = await pool.deps.db.read
        .selectFrom('auditLog')
        .select('action')
        .where('subject', '=', id)
        .execute();
      expect(actions).toHaveLength(outcomes.filter(({ status }) => status === 'fulfilled').length);
      expect(new Set(actions.map(({ action }) => action)).size).toBe(actions.length);
      const events = await pool.deps.db.read
        .selectFrom('withdrawalEvent')
        .select('toState')
        .where('withdrawalId', '=', id)
        .where('toState', 'in', ['approved', 'rejected'])
        .execute();
      expect(events).toHaveLength(actions.length);
      const { state } = await pool.deps.db.read
        .selectFrom('withdrawal')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      // A withdrawal whose money was given back is never approved again.
      expect(state).toBe(events.some(({ toState }) => toState === 'rejected') ? 'rejected' : 'approved');
    }
  });

  it('is not sent when the node has moved to a network that is not allowed after it was signed', async () => {
    const { pool, alice } = await poolWithAlice();
    await requestWithdrawal(pool.deps, usdt(alice, '1.5'));
    const allowed = pool.bsc.assertAllowedNetwork.bind(pool.bsc);
    const sign = pool.bsc.signTransfer.bind(pool.bsc);
    pool.bsc.signTransfer = async (intent) => {
      pool.bsc.assertAllowedNetwork = async () => {
        throw new NetworkRefusedError('The node is on BSC mainnet.');
      };
      return sign(intent);
    };
    await expect(sendWithdrawals(pool.deps, 'BSC')).rejects.toThrow(NetworkRefusedError);
    expect(pool.bsc.broadcasts).toEqual([]);
    pool.bsc.assertAllowedNetwork = allowed;
    await pool.settle('BSC');
    expect(pool.bsc.broadcasts).toHaveLength(1);
  });

  it('is signed again under the next nonce where another payment took its own meanwhile', async () => {
    const { pool, alice } = await poolWithAlice();
    const { id } = await requestWithdrawal(pool.deps, usdt(alice, '1.5'));
    const sign = pool.bsc.signTransfer.bind(pool.bsc);
    pool.bsc.signTransfer = async (intent) => {
      pool.bsc.signTransfer = sign;
      // A sweep of another process sends coins from the hot wallet.
      await pool.deps.db.transaction(async (tx) => {
        const sender = pool.bsc.deriveAddress(0);
        await tx
          .insertInto('outgoingNonce')
          .values({ network: 'BSC', sender, nonce: intent.nonce ?? 0, subject: 'swi_1/1' })
          .execute();
      });
      return sign(intent);
    };
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
    expect(pool.bsc.broadcasts).toEqual([]);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(1);
    const nonces = await pool.deps.db.read.selectFrom('outgoingNonce').select(['subject', 'nonce']).execute();
    expect(nonces).toEqual([
      { subject: 'swi_1/1', nonce: 0 },
      { subject: id, nonce: 1 },
    ]);
  });

  it('is described in the signed log before it leaves, also by a process that stops before the line is written', async () => {
    const { pool, alice } = await poolWithAlice();
    const { id } = await requestWithdrawal(pool.deps, usdt(alice, '5'));
    const full = async (): Promise<void> => {
      throw new Error('The disk is full.');
    };
    const signedLog = { ...pool.deps.signedLog, append: full };
    await expect(sendWithdrawals({ ...pool.deps, signedLog }, 'BSC')).rejects.toThrow('The disk is full.');
    expect(pool.bsc.broadcasts).toEqual([]);
    await sendWithdrawals(pool.deps, 'BSC');
    await pool.settle('BSC');
    expect(pool.signedLog[0]).toMatchObject({
      subject: id,
      userId: alice,
      address: OUTSIDE_BSC,
      amount: '5.000000',
    });
    pool.bsc.finalize();
    await pool.settle('BSC');
    expect(await pool.bsc.getBalanceUnits(OUTSIDE_BSC, 'USDT')).toBe(5n * 10n ** 18n);
  });
});
