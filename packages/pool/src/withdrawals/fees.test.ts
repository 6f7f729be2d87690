// Goal: the fee of a withdrawal is the operator's once it is paid, and the user's again whenever it is not. Method: a fee of 0.5, each
// way in which a withdrawal ends, both databases; terms that change the fee while a withdrawal waits.
import { DAY_MS, type UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { publishTerms } from '../investments/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, TEST_TERMS, TestPool } from '../testing/index.ts';
import { cancelWithdrawal, requestWithdrawal, reviewWithdrawal, sendWithdrawals } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('the fee of a withdrawal', (open) => {
  /** Alice has 20 USDT withdrawable; the operator's own funds are exactly 0. */
  async function poolWithAlice() {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    expect(await getOwnFunds(pool)).toBe(0n);
    return { pool, adminId, alice };
  }

  const getOwnFunds = async (pool: TestPool): Promise<bigint> =>
    (await getPosition(pool.deps.db.read, 'USDT')).ownFundsMicro;

  const request = (pool: TestPool, userId: UserId, amount = '5') =>
    requestWithdrawal(pool.deps, { userId, currency: 'USDT', address: OUTSIDE, amountMicro: micro(amount) });

  async function pay(pool: TestPool): Promise<void> {
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    await pool.settle('BSC');
  }

  it('is held with the amount, and becomes own funds only when the payment is final', async () => {
    const { pool, alice } = await poolWithAlice();
    await request(pool, alice);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '14.500000', onHold: '5.500000' });
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await getOwnFunds(pool)).toBe(0n);
    await pay(pool);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '14.500000', onHold: '0.000000' });
    expect(await getOwnFunds(pool)).toBe(micro('0.5'));
    expect(await pool.bsc.getBalanceUnits(OUTSIDE, 'USDT')).toBe(5n * 10n ** 18n);
  });

  it.each(['cancelled', 'rejected', 'failed'] as const)(
    'comes back when the withdrawal is %s',
    async (end) => {
      const { pool, adminId, alice } = await poolWithAlice();
      const { id } = await request(pool, alice);
      if (end === 'cancelled') await cancelWithdrawal(pool.deps, { userId: alice, withdrawalId: id });
      if (end === 'rejected')
        await reviewWithdrawal(pool.deps, {
          adminId,
          origin,
          withdrawalId: id,
          decision: 'reject',
          reason: 'No.',
        });
      if (end === 'failed') {
        pool.bsc.failsTransfers = true;
        await pay(pool);
      }
      const row = await pool.deps.db.read.selectFrom('withdrawal').select('state').executeTakeFirstOrThrow();
      expect(row.state).toBe(end);
      await expectBalances(pool, alice, 'USDT', { withdrawable: '20.000000', onHold: '0.000000' });
      expect(await getOwnFunds(pool)).toBe(0n);
    },
  );

  it('is needed as well: a balance of the amount alone is not enough', async () => {
    const { pool, alice } = await poolWithAlice();
    await expectRefusal(pool, 'INSUFFICIENT_BALANCE', () => request(pool, alice, '19.500001'));
    await request(pool, alice, '19.5');
    await expectBalances(pool, alice, 'USDT', { withdrawable: '0.000000', onHold: '20.000000' });
  });

  it('is that of the terms in force when it was asked for, whatever terms follow', async () => {
    const { pool, adminId, alice } = await poolWithAlice();
    const terms = {
      ...TEST_TERMS,
      withdrawalFeeMicro: { USDT: micro('0.1'), TRX: micro('0.1') },
      startsAt: pool.clock.now() + DAY_MS,
    };
    await publishTerms(pool.deps, { adminId, origin, terms });
    await request(pool, alice);
    pool.advanceHours(24);
    await pay(pool);
    expect(await getOwnFunds(pool)).toBe(micro('0.5'));
    await request(pool, alice, '6');
    await pay(pool);
    expect(await getOwnFunds(pool)).toBe(micro('0.6'));
  });

  it('is the one that was shown, or the request is refused; the same request again is the first one', async () => {
    const { pool, alice } = await poolWithAlice();
    const shown = (fee: string, idempotencyKey: string) =>
      requestWithdrawal(pool.deps, {
        userId: alice,
        currency: 'USDT',
        address: OUTSIDE,
        amountMicro: micro('5'),
        shownFeeMicro: micro(fee),
        idempotencyKey,
      });
    await expectRefusal(pool, 'TERMS_CHANGED', () => shown('0.4', 'k1'));
    await expectRefusal(pool, 'TERMS_CHANGED', () => shown('0', 'k1'));
    const { id } = await shown('0.5', 'k1');
    expect(await shown('2', 'k1')).toMatchObject({ id, feeMicro: micro('0.5') });
    await expectBalances(pool, alice, 'USDT', { withdrawable: '14.500000', onHold: '5.500000' });
  });
});
