// Goal: a payment that was final, in a block that the chain then replaced, is made once all the same: the same bytes are sent again, nothing is
// signed before the chain has decided. Method: both databases; chains in memory, with and without nonces. lost-payments.test.ts has those that it does
// not carry out again.
import { type Currency, toChainUnits } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { reconcile, verifyBooks } from '../books/index.ts';
import { reverseDeposits } from '../deposits/index.ts';
import { findHalt, settle } from '../outgoing/index.ts';
import { TestPool } from '../testing/index.ts';
import { sendWithdrawals } from '../withdrawals/index.ts';
import {
  ALICES,
  ask,
  BOBS,
  DEPTH,
  makePaidPool,
  type PaidPool,
  readOutgoing,
  readState,
  replaceAtSameHeight,
  replaceBlocks,
  resume,
} from './testing-replaced-payment.ts';

describeEachDatabase('a payment in blocks that were replaced', (open) => {
  /** Alice's payment was final, or has failed. */
  async function makePaid(currency: Currency, how: { fails?: boolean } = {}): Promise<PaidPool> {
    const paid = await makePaidPool((await open()).database, currency, how);
    const state = how.fails === true ? 'failed' : 'confirmed';
    expect(await readState(paid.pool, paid.id)).toMatchObject({ state });
    return paid;
  }

  /** Follows the payment until the chain has decided, and finds it paid once. */
  async function expectPaidAgain({ pool, id, chain }: PaidPool, currency: Currency): Promise<void> {
    await pool.settle(chain.network);
    chain.finalize();
    await pool.scan();
    await pool.settle(chain.network);
    expect(await pool.settle(chain.network)).toBe(0);
    expect(chain.getUnits(ALICES[currency], currency)).toBe(toChainUnits(currency, micro('40')));
    expect(await readState(pool, id)).toMatchObject({ state: 'confirmed' });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  }

  it.each(['USDT', 'TRX'] as const)(
    'is sent again, and paid once before any other, in %s',
    async (currency) => {
      const paid = await makePaid(currency);
      const { pool, adminId, bob, id, chain, network } = paid;
      await replaceBlocks(paid);
      expect(chain.getUnits(ALICES[currency], currency)).toBe(0n);
      expect(await findHalt(pool.deps)).toContain('replaced blocks');
      await resume(pool, adminId);
      const bobs = await ask(pool, bob, { address: BOBS[currency], currency });
      expect(await sendWithdrawals(pool.deps, network)).toBe(0);
      expect(await readState(pool, bobs.id)).toEqual({ state: 'approved', waitingFor: 'chain' });
      await pool.settle(network);
      chain.finalize();
      await pool.scan();
      await reverseDeposits(pool.deps, network);
      expect(await sendWithdrawals(pool.deps, network)).toBe(0);
      await pool.settle(network);
      await sendWithdrawals(pool.deps, network);
      chain.finalize();
      await pool.settle(network);
      await pool.scan();
      expect(await readState(pool, id)).toMatchObject({ state: 'confirmed' });
      expect(await readState(pool, bobs.id)).toMatchObject({ state: 'confirmed' });
      for (const payee of [ALICES, BOBS])
        expect(chain.getUnits(payee[currency], currency)).toBe(toChainUnits(currency, micro('40')));
      expect(await findHalt(pool.deps)).toBeUndefined();
      for (const one of ['USDT', 'TRX', 'BNB'] as const)
        expect(await reconcile(pool.deps, one)).toMatchObject({ unexplainedUnits: 0n });
      expect(await verifyBooks(pool.deps)).toEqual([]);
    },
  );

  it.each(['USDT', 'TRX'] as const)(
    'is sent again each time that its block is replaced, in %s',
    async (currency) => {
      const paid = await makePaid(currency);
      const { pool, adminId, chain } = paid;
      await replaceBlocks(paid);
      await resume(pool, adminId);
      // Mined further up than it was, with blocks in between.
      chain.mine(2);
      await expectPaidAgain(paid, currency);
      await replaceBlocks(paid, DEPTH - 1);
      expect(chain.getUnits(ALICES[currency], currency)).toBe(0n);
      await expectPaidAgain(paid, currency);
    },
  );

  it('is lost when it failed at the same height of a block that was replaced', async () => {
    const paid = await makePaid('USDT');
    const { pool, chain, network, id } = paid;
    chain.failsTransfers = true;
    await replaceAtSameHeight(paid);
    chain.finalize();
    await pool.settle(network);
    expect(await readOutgoing(pool, id)).toBe('lost');
    expect(await findHalt(pool.deps)).toBeDefined();
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('counts as paid only once the scanner has read its block', async () => {
    const { database } = await open();
    const pool = await new TestPool(database).start();
    const bob = await pool.signUp('bob');
    pool.bsc.fundGas(10n ** 18n);
    await pool.deposit('hotWallet', 'USDT', '500');
    await pool.deposit(bob, 'USDT', '60');
    await releaseWallet(pool.deps, { userId: bob, currency: 'USDT' });
    const { id } = await ask(pool, bob, { address: BOBS.USDT, currency: 'USDT' });
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    expect(await settle(pool.deps, 'BSC')).toBe(0);
    expect(await readState(pool, id)).toMatchObject({ state: 'broadcast' });
    expect(await pool.settle('BSC')).toBe(1);
    expect(await readState(pool, id)).toMatchObject({ state: 'confirmed' });
  });

  it('is not sent again when the new blocks have it too', async () => {
    const { pool, chain, network } = await makePaid('USDT');
    const sent = chain.broadcasts.length;
    chain.reorganize(DEPTH, () => true);
    chain.finalize();
    for (let times = 0; times < 3; times += 1) await pool.scan();
    expect(await pool.settle(network)).toBe(1);
    expect(await pool.settle(network)).toBe(0);
    expect(chain.broadcasts).toHaveLength(sent);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });
});
