// Goal: a transaction that no block takes is replaced at its own nonce, and its payment happens once whichever is taken.
import type { TransactionReport } from '@glasspool/chains';
import { toChainUnits, type UserId, type WithdrawalId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { reconcile } from '../books/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from './index.ts';

const OUTSIDE_BSC = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('a withdrawal that no block takes', (open) => {
  /** Alice has 20 USDT withdrawable; the hot wallet has tokens and gas. */
  async function poolWithAlice(): Promise<{ pool: TestPool; alice: UserId }> {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    return { pool, alice };
  }

  const payment = (userId: UserId) => ({
    userId,
    currency: 'USDT' as const,
    address: OUTSIDE_BSC,
    amountMicro: micro('1.5'),
  });

  const readWithdrawal = (pool: TestPool, id: WithdrawalId) =>
    pool.deps.db.read
      .selectFrom('withdrawal')
      .select(['state', 'txHash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  async function expectChainEqualsBooks(pool: TestPool): Promise<void> {
    for (const currency of ['USDT', 'BNB'] as const)
      expect(await reconcile(pool.deps, currency)).toMatchObject({ currency, unexplainedUnits: 0n });
  }

  it('is sent with a higher fee at the same nonce when no block takes it: stuck at low fee', async () => {
    const { pool, alice } = await poolWithAlice();
    const { id } = await requestWithdrawal(pool.deps, payment(alice));
    await sendWithdrawals(pool.deps, 'BSC');
    pool.advanceHours(1);
    await pool.settle('BSC');
    await pool.settle('BSC');
    const signed = await pool.deps.db.read
      .selectFrom('outgoingTransaction')
      .select(['txHash', 'nonce'])
      .where('subject', '=', id)
      .execute();
    // Pitfall: stuck at a low fee, and the queue behind it
    expect(signed.map(({ nonce }) => nonce)).toEqual([0, 0]);
    expect(pool.signedLog).toHaveLength(pool.bsc.broadcasts.length);
    pool.bsc.finalize();
    expect(await pool.settle('BSC')).toBe(1);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '18.000000', onHold: '0.000000' });
    expect(await pool.bsc.getBalanceUnits(OUTSIDE_BSC, 'USDT')).toBe(15n * 10n ** 17n);
    await expectChainEqualsBooks(pool);
  });

  it('is paid once when the first of two at one nonce is taken: both watched as one payment', async () => {
    const { pool, alice } = await poolWithAlice();
    await requestWithdrawal(pool.deps, payment(alice));
    pool.bsc.dropsBroadcasts = true;
    await sendWithdrawals(pool.deps, 'BSC');
    pool.advanceHours(1);
    await pool.settle('BSC');
    pool.bsc.dropsBroadcasts = false;
    const [original = ''] = pool.bsc.broadcasts;
    expect(new Set(pool.bsc.broadcasts).size).toBe(2);
    await pool.bsc.broadcast(original);
    pool.bsc.mine();
    await pool.settle('BSC');
    pool.bsc.finalize();
    expect(await pool.settle('BSC')).toBe(1);
    // Pitfall: original and replacement are watched as two payments
    expect(await pool.bsc.getBalanceUnits(OUTSIDE_BSC, 'USDT')).toBe(15n * 10n ** 17n);
    await expectChainEqualsBooks(pool);
  });

  /** Alice's payment is signed, and lost on its way. */
  async function poolWithLost() {
    const { pool, alice } = await poolWithAlice();
    const { id } = await requestWithdrawal(pool.deps, payment(alice));
    pool.bsc.dropsBroadcasts = true;
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.dropsBroadcasts = false;
    return { pool, alice, id };
  }

  /** Signs and sends a payment at the nonce of a withdrawal, as another life of the program does on a copy of the data. Returns its hash. */
  async function sendAtItsNonce(pool: TestPool, to: string, tokens: string): Promise<string> {
    const units = toChainUnits('USDT', micro(tokens));
    const signed = await pool.bsc.signTransfer({ fromIndex: 0, currency: 'USDT', to, units, nonce: 0 });
    await pool.bsc.broadcast(signed.raw);
    pool.bsc.finalize();
    return signed.txHash;
  }

  it('is paid, not given back, where a replacement that the database does not know pays it: an older copy', async () => {
    const { pool, alice, id } = await poolWithLost();
    const txHash = await sendAtItsNonce(pool, OUTSIDE_BSC, '1.5');
    expect(await pool.settle('BSC')).toBe(1);
    expect(await readWithdrawal(pool, id)).toEqual({ state: 'confirmed', txHash });
    await expectBalances(pool, alice, 'USDT', { withdrawable: '18.000000', onHold: '0.000000' });
    await expectChainEqualsBooks(pool);
  });

  it.each([
    ['another amount', OUTSIDE_BSC, '1.4', false],
    ['someone else', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', '1.5', false],
    ['no one, for it fails', OUTSIDE_BSC, '1.5', true],
  ])('is given back where what took its nonce pays %s', async (_whom, to, tokens, fails) => {
    const { pool, alice, id } = await poolWithLost();
    pool.bsc.failsTransfers = fails;
    await sendAtItsNonce(pool, to, tokens);
    expect(await pool.settle('BSC')).toBe(1);
    expect(await readWithdrawal(pool, id)).toMatchObject({ state: 'failed' });
    await expectBalances(pool, alice, 'USDT', { withdrawable: '20.000000', onHold: '0.000000' });
  });

  it.each<[string, TransactionReport]>([
    ['the node that is asked has not', { status: 'pending' }],
    [
      'nodes do not agree about',
      {
        status: 'mined',
        blockHeight: 1,
        isFinal: false,
        succeeded: false,
        transfers: [],
        movesOthers: false,
        mayHideTransfers: false,
      },
    ],
  ])('waits where %s what took its nonce', async (_why, report) => {
    const { pool, id } = await poolWithLost();
    await sendAtItsNonce(pool, OUTSIDE_BSC, '1.5');
    pool.bsc.reportTransaction = async () => report;
    expect(await pool.settle('BSC')).toBe(0);
    expect(await readWithdrawal(pool, id)).toMatchObject({ state: 'broadcast' });
  });

  it('waits as it is once the fee is at its cap', async () => {
    const { pool, alice } = await poolWithAlice();
    const { id } = await requestWithdrawal(pool.deps, payment(alice));
    await sendWithdrawals(pool.deps, 'BSC');
    for (let hour = 0; hour < 6; hour += 1) {
      pool.advanceHours(1);
      await pool.settle('BSC');
    }
    const signed = pool.deps.db.read.selectFrom('outgoingTransaction').selectAll().where('subject', '=', id);
    expect(await signed.execute()).toHaveLength(4);
    pool.bsc.finalize();
    expect(await pool.settle('BSC')).toBe(1);
    expect(await pool.bsc.getBalanceUnits(OUTSIDE_BSC, 'USDT')).toBe(15n * 10n ** 17n);
  });
});
