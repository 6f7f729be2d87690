// Goal: a payout that cannot be paid now blocks no one: users come before the operator, smaller ones before larger ones.
// Method: both databases; a hot wallet that is short of tokens, and own funds that are short of fees.
import type { UserId, WithdrawalId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectRefusal, TestPool } from '../testing/index.ts';
import { requestOperatorWithdrawal, requestWithdrawal, sendWithdrawals } from './index.ts';

const OUTSIDE = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('the order of payouts that wait', (open) => {
  /** Alice and bob have 400 USDT and 400 TRX withdrawable each. */
  async function poolWithTwo() {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '1000');
    const [alice, bob] = [
      await pool.investor('alice', 'USDT', '20000'),
      await pool.investor('bob', 'USDT', '20000'),
    ];
    pool.advanceHours(24);
    await runRewards(pool.deps);
    return { pool, adminId, alice, bob };
  }

  /** Tokens of the hot wallet lie at a deposit address: it is short, and the pool is whole. */
  const lendHot = async (pool: TestPool, userId: UserId, tokens: bigint) => {
    const units = tokens * 10n ** 18n;
    pool.bsc.lose(pool.bsc.deriveAddress(0), 'USDT', units);
    pool.bsc.lose(await pool.deriveAddress(userId, 'USDT'), 'USDT', -units);
  };

  const ask = async (pool: TestPool, userId: UserId, amount: string, currency: 'USDT' | 'TRX' = 'USDT') => {
    pool.clock.advance(1);
    return requestWithdrawal(pool.deps, {
      userId,
      currency,
      address: OUTSIDE[currency],
      amountMicro: micro(amount),
      idempotencyKey: `${userId}-${amount}`,
    });
  };

  const getState = async (pool: TestPool, { id }: { id: WithdrawalId }) => {
    const { state, waitingFor } = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select(['state', 'waitingFor'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return waitingFor ?? state;
  };

  it('lets smaller ones through behind one that is larger than the hot wallet holds', async () => {
    const { pool, alice, bob } = await poolWithTwo();
    // 100 are left in the hot wallet.
    await lendHot(pool, alice, 900n);
    const large = await ask(pool, alice, '390');
    const second = await ask(pool, bob, '60');
    const third = await ask(pool, bob, '5');
    const fourth = await ask(pool, bob, '70');
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await Promise.all([large, second, third, fourth].map((one) => getState(pool, one)))).toEqual([
      'hot-wallet-tokens',
      'broadcast',
      'broadcast',
      'hot-wallet-tokens',
    ]);
  });

  it('reaches those behind twenty-five that cannot be paid', async () => {
    const { pool, alice, bob } = await poolWithTwo();
    await lendHot(pool, alice, 997n);
    const stuck = [];
    for (let index = 0; index < 25; index += 1) stuck.push(await ask(pool, alice, `${4 + index / 100}`));
    const small = await ask(pool, bob, '2');
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await getState(pool, small)).toBe('broadcast');
    for (let round = 0; round < 3; round += 1) {
      pool.clock.advance(10_000);
      await sendWithdrawals(pool.deps, 'BSC');
    }
    expect(new Set(await Promise.all(stuck.map((one) => getState(pool, one))))).toEqual(
      new Set(['hot-wallet-tokens']),
    );
  });

  it('puts the oldest first, however large, while the hot wallet holds enough for all', async () => {
    const { pool, alice, bob } = await poolWithTwo();
    await pool.deposit('hotWallet', 'USDT', '300');
    const [large, small] = [await ask(pool, alice, '250'), await ask(pool, bob, '10')];
    await sendWithdrawals(pool.deps, 'BSC');
    const signed = await pool.deps.db.read
      .selectFrom('outgoingTransaction')
      .select('subject')
      .where('subject', 'in', [large.id, small.id])
      .orderBy('nonce')
      .execute();
    expect(signed.map(({ subject }) => subject)).toEqual([large.id, small.id]);
  });

  it('puts the operator’s after those of users, however early it was asked for', async () => {
    const { pool, adminId, alice } = await poolWithTwo();
    await pool.deposit('hotWallet', 'USDT', '200');
    const operators = await requestOperatorWithdrawal(pool.deps, {
      adminId,
      origin,
      currency: 'USDT',
      address: OUTSIDE.USDT,
      amountMicro: micro('200'),
    });
    // 300 are left in the hot wallet: enough for either of the two.
    await lendHot(pool, alice, 900n);
    const users = await ask(pool, alice, '250');
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await getState(pool, users)).toBe('broadcast');
    expect(await getState(pool, operators)).toBe('hot-wallet-tokens');
  });

  it('keeps the fees of open payouts and of the withdrawal itself when the operator takes all own TRX', async () => {
    const { pool, adminId } = await poolWithTwo();
    await pool.fundReserve('TRX', '1000');
    const carol = await pool.investor('carol', 'TRX', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await pool.deposit('hotWallet', 'TRX', '100');
    const payout = await ask(pool, carol, '15', 'TRX');
    const take = (amount: string) =>
      requestOperatorWithdrawal(pool.deps, {
        adminId,
        origin,
        currency: 'TRX',
        address: OUTSIDE.TRX,
        amountMicro: micro(amount),
      });
    await expectRefusal(pool, 'RESERVES_TOO_SMALL', () => take('100'));
    await expectRefusal(pool, 'RESERVES_TOO_SMALL', () => take('99.464001'));
    const operators = await take('99.464');
    await sendWithdrawals(pool.deps, 'TRON');
    pool.tron.finalize();
    await pool.scan();
    await pool.settle('TRON');
    await sendWithdrawals(pool.deps, 'TRON');
    pool.tron.finalize();
    await pool.settle('TRON');
    expect([await getState(pool, payout), await getState(pool, operators)]).toEqual([
      'confirmed',
      'confirmed',
    ]);
    // The fee of the user's withdrawal is the operator's.
    expect((await getPosition(pool.deps.db.read, 'TRX')).ownFundsAvailableMicro).toBe(micro('0.5'));
  });
});
