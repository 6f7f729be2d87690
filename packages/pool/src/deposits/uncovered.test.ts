// Goal: no coins back an uncovered receivable. The operator neither takes, promises nor spends it, and withdrawals that its user requested
// before are not paid. A shortage on the chain is not promised either.
// Method: both databases; a chain in memory that replaces final blocks; a deposit of bob, out of which the loss would be paid.
import { type Currency, NETWORK_OF, toChainUnits, type UserId } from '@glasspool/core';
import { receivable } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getBalance } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { recordReconciliations, verifyBooks } from '../books/index.ts';
import { resumePayouts } from '../halts/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { invest } from '../investments/index.ts';
import { canCommitFee, canCoverFee } from '../outgoing/index.ts';
import { fundReserve, getPoolFigures } from '../reserve/index.ts';
import { startSweep } from '../sweeps/index.ts';
import { expectBalances, expectRefusal, TestPool } from '../testing/index.ts';
import {
  requestOperatorWithdrawal,
  requestWithdrawal,
  reviewWithdrawal,
  sendWithdrawals,
} from '../withdrawals/index.ts';
import { attributeDeposit, listUnmatchedReceipts, reverseDeposits, scanChain } from './index.ts';

const OUTSIDE = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const;
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('an uncovered receivable', (open) => {
  /** Pool with 1,000 of own funds in the hot wallet, 500 of bob, and 1,000 of alice that a chain may take back. */
  async function poolWithThree(currency: Currency, { isSwept = false } = {}) {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    const bob = await pool.signUp('bob');
    const alice = await pool.signUp('alice');
    await pool.deposit('hotWallet', currency, '1000');
    await pool.deposit(bob, currency, '500');
    if (isSwept) await sweep(pool, adminId);
    // Blocks between those that stay and those that will be replaced.
    pool.getChain(currency).mine(10);
    await pool.scan();
    await pool.deposit(alice, currency, '1000');
    return { pool, adminId, alice, bob, currency };
  }

  /** Sweeps the deposit addresses into the hot wallet. */
  async function sweep(pool: TestPool, adminId: UserId): Promise<void> {
    await startSweep(pool.deps, { adminId, origin });
    do {
      pool.bsc.finalize();
      await pool.scan();
    } while ((await pool.sweep('BSC')) > 0);
  }

  async function withdraw(pool: TestPool, userId: UserId, currency: Currency, amount: string) {
    await releaseWallet(pool.deps, { userId, currency });
    const request = { userId, currency, address: OUTSIDE[currency], amountMicro: micro(amount) };
    return requestWithdrawal(pool.deps, request);
  }

  async function settle(pool: TestPool, currency: Currency): Promise<void> {
    const network = NETWORK_OF[currency];
    expect(await sendWithdrawals(pool.deps, network)).toBe(1);
    pool.getChain(currency).finalize();
    await pool.settle(network);
    await pool.scan();
  }

  /** Replaces the final blocks since alice's deposit by blocks without the deposit. All other transactions stay. */
  async function reverse(pool: TestPool, userId: UserId, currency: Currency): Promise<void> {
    const chain = pool.getChain(currency);
    const { txHash, blockHeight } = await pool.deps.db.read
      .selectFrom('deposit')
      .select(['txHash', 'blockHeight'])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    const { height } = await chain.getHead();
    chain.reorganize(height - blockHeight + 1, (hash) => hash !== txHash);
    chain.finalize();
    for (let turn = 0; turn < 2; turn += 1) await scanChain(pool.deps, chain.network);
    expect(await reverseDeposits(pool.deps, chain.network)).toBe(1);
    // The new blocks have the payments of the replaced ones.
    await pool.settle(chain.network);
  }

  const resume = (pool: TestPool, adminId: UserId): Promise<void> =>
    resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' });

  const readWithdrawal = (pool: TestPool, id: string) =>
    pool.deps.db.read
      .selectFrom('withdrawal')
      .select(['state', 'waitingFor', 'reason'])
      // Every id of a withdrawal has this shape.
      .where('id', '=', id as `wdr_${string}`)
      .executeTakeFirstOrThrow();

  /**
   * Pool after a loss: alice withdrew 900 of her 1,000, and the chain took the 1,000 back. Custody holds 600, and 500 of them are bob's.
   */
  async function poolWithLoss(currency: Currency) {
    const found = await poolWithThree(currency);
    const { pool, alice } = found;
    await withdraw(pool, alice, currency, '900');
    await settle(pool, currency);
    await reverse(pool, alice, currency);
    expect(await getBalance(pool.deps.db.read, receivable(alice, currency))).toBe(-micro('1000'));
    await expectBalances(pool, alice, currency, { withdrawable: '99.500000' });
    return found;
  }

  it('is not withdrawn by the operator, for it would be paid out of other deposits', async () => {
    const { pool, adminId, currency } = await poolWithLoss('USDT');
    const request = { adminId, origin, currency, address: OUTSIDE.USDT };
    await expect(
      requestOperatorWithdrawal(pool.deps, { ...request, amountMicro: micro('100.000001') }),
    ).rejects.toMatchObject({ code: 'RESERVES_TOO_SMALL', details: { available: '100.000000' } });
    await requestOperatorWithdrawal(pool.deps, { ...request, amountMicro: micro('100') });
    const [figures] = (await getPoolFigures(pool.deps)).currencies;
    expect(figures).toMatchObject({
      custodyMicro: micro('600'),
      withdrawingByOperatorMicro: micro('100'),
      uncoveredReceivableMicro: micro('900.5'),
    });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('is not put into a reserve, out of which rewards would be paid', async () => {
    const { pool, currency } = await poolWithLoss('USDT');
    await expect(
      fundReserve(pool.deps, { currency, amountMicro: micro('100.000001') }),
    ).rejects.toMatchObject({ code: 'OWN_FUNDS_EXCEEDED', details: { available: '100.000000' } });
    await fundReserve(pool.deps, { currency, amountMicro: micro('100') });
    await expectRefusal(pool, 'OWN_FUNDS_EXCEEDED', () =>
      fundReserve(pool.deps, { currency, amountMicro: micro('0.000001') }),
    );
  });

  it('is like what the chain was found not to hold: neither is put into a reserve', async () => {
    const { pool, currency } = await poolWithLoss('USDT');
    pool.bsc.lose(pool.bsc.deriveAddress(0), currency, toChainUnits(currency, micro('30')));
    await recordReconciliations(pool.deps);
    await expect(fundReserve(pool.deps, { currency, amountMicro: micro('70.000001') })).rejects.toMatchObject(
      { code: 'OWN_FUNDS_EXCEEDED', details: { available: '70.000000' } },
    );
    await fundReserve(pool.deps, { currency, amountMicro: micro('70') });
  });

  it('credits no receipt of the hot wallet to another user, and is settled by one that is credited to its own', async () => {
    const { pool, adminId, alice, currency } = await poolWithLoss('USDT');
    await pool.signUp('carol');
    const { receipts } = await listUnmatchedReceipts(pool.deps, { page: 1, limit: 10 });
    const depositId = receipts[0]?.id;
    if (depositId === undefined) throw new Error('Nothing is listed.');
    const credit = { adminId, origin, depositId, reason: 'Sent by them.' };
    await expect(
      attributeDeposit(pool.deps, { ...credit, email: 'carol@example.org' }),
    ).rejects.toMatchObject({ code: 'OWN_FUNDS_EXCEEDED', details: { available: '100.000000' } });
    await attributeDeposit(pool.deps, { ...credit, email: 'alice@example.org' });
    expect(await getBalance(pool.deps.db.read, receivable(alice, currency))).toBe(0n);
    await expectBalances(pool, alice, currency, { wallet: '0.000000', withdrawable: '99.500000' });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('pays no network fee', async () => {
    const { pool } = await poolWithLoss('TRX');
    // Own funds of 1,000.5, less the network fee of alice's payment, less her uncovered receivable of 900.5.
    const left = { feeCurrency: 'TRX', feeMaxUnits: 100_000_000n - 268_000n } as const;
    const more = { ...left, feeMaxUnits: left.feeMaxUnits + 1n };
    expect(await canCoverFee(pool.deps.db.read, left)).toBe(true);
    expect(await canCoverFee(pool.deps.db.read, more)).toBe(false);
    const commit = (quote: typeof left): Promise<boolean> =>
      pool.deps.db.transaction((tx) => canCommitFee(tx, quote));
    expect(await commit(more)).toBe(false);
    expect(await commit(left)).toBe(true);
  });

  it('is nothing while the user still has it: what cannot leave covers it', async () => {
    const { pool, adminId, alice, currency } = await poolWithThree('USDT');
    await invest(pool.deps, { userId: alice, currency, amountMicro: micro('600') });
    await reverse(pool, alice, currency);
    const request = { adminId, origin, currency, address: OUTSIDE.USDT };
    await expect(
      requestOperatorWithdrawal(pool.deps, { ...request, amountMicro: micro('1000.000001') }),
    ).rejects.toMatchObject({ code: 'RESERVES_TOO_SMALL', details: { available: '1000.000000' } });
  });

  it('keeps what its owner asked for before, until it is settled', async () => {
    const { pool, adminId, alice, bob, currency } = await poolWithThree('USDT');
    const { id } = await withdraw(pool, alice, currency, '900');
    const bobs = await withdraw(pool, bob, currency, '40');
    await reverse(pool, alice, currency);
    await resume(pool, adminId);
    // Bob is paid. Alice is not, and no admin can approve her withdrawal.
    await settle(pool, currency);
    expect(await readWithdrawal(pool, bobs.id)).toMatchObject({ state: 'confirmed' });
    expect(await readWithdrawal(pool, id)).toEqual({
      state: 'approved',
      waitingFor: 'check',
      reason: 'owner-owes',
    });
    const approve = { adminId, origin, withdrawalId: id, decision: 'approve', reason: '' } as const;
    await expect(reviewWithdrawal(pool.deps, approve)).rejects.toMatchObject({
      code: 'OWNER_OWES',
      details: { currency, uncovered: '900.500000' },
    });
    await pool.deposit(alice, currency, '1000');
    await reviewWithdrawal(pool.deps, approve);
    await settle(pool, currency);
    expect(await readWithdrawal(pool, id)).toMatchObject({ state: 'confirmed' });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('keeps nothing that its owner has enough for', async () => {
    const { pool, adminId, alice, currency } = await poolWithThree('USDT');
    pool
      .getChain(currency)
      .deposit(await pool.deriveAddress(alice, currency), toChainUnits(currency, micro('901')));
    pool.getChain(currency).finalize();
    await pool.scan();
    const { id } = await withdraw(pool, alice, currency, '900');
    await reverse(pool, alice, currency);
    await resume(pool, adminId);
    await settle(pool, currency);
    expect(await readWithdrawal(pool, id)).toMatchObject({ state: 'confirmed', reason: null });
  });

  it('keeps what the operator asked for before, until it is settled', async () => {
    const { pool, adminId, alice, currency } = await poolWithThree('USDT', { isSwept: true });
    await withdraw(pool, alice, currency, '900');
    await settle(pool, currency);
    // The hot wallet has 600, and 500 of them are bob's.
    const request = { adminId, origin, currency, address: OUTSIDE.USDT, amountMicro: micro('600') };
    const { id } = await requestOperatorWithdrawal(pool.deps, request);
    await reverse(pool, alice, currency);
    await resume(pool, adminId);
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
    expect(await readWithdrawal(pool, id)).toMatchObject({
      state: 'approved',
      waitingFor: 'hot-wallet-tokens',
    });
    await pool.deposit(alice, currency, '1000');
    await settle(pool, currency);
    expect(await readWithdrawal(pool, id)).toMatchObject({ state: 'confirmed' });
  });

  it.each(['alice', 'the operator'])(
    'keeps a withdrawal of %s too that is signed while the loss is booked',
    async (who) => {
      const { pool, adminId, alice, currency } = await poolWithThree('USDT', { isSwept: true });
      if (who === 'the operator') {
        await withdraw(pool, alice, currency, '900');
        await settle(pool, currency);
      }
      const operators = { adminId, origin, currency, address: OUTSIDE.USDT, amountMicro: micro('600') };
      const { id } =
        who === 'alice'
          ? await withdraw(pool, alice, currency, '900')
          : await requestOperatorWithdrawal(pool.deps, operators);
      const signTransfer = pool.bsc.signTransfer.bind(pool.bsc);
      let signed = 0;
      pool.bsc.signTransfer = async (intent) => {
        signed += 1;
        await reverse(pool, alice, currency);
        await resume(pool, adminId);
        return signTransfer(intent);
      };
      expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
      expect(signed).toBe(1);
      expect(await readWithdrawal(pool, id)).toMatchObject({ state: 'approved' });
      pool.bsc.signTransfer = signTransfer;
      expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
      await pool.deposit(alice, currency, '1000');
      if (who === 'alice')
        await reviewWithdrawal(pool.deps, {
          adminId,
          origin,
          withdrawalId: id,
          decision: 'approve',
          reason: '',
        });
      await settle(pool, currency);
      expect(await readWithdrawal(pool, id)).toMatchObject({ state: 'confirmed' });
    },
  );
});
