// Goal: a payment that was final, in a block that the chain then replaced, is made once all the same: the same bytes are sent again, nothing is
// signed before the chain has decided. Method: both databases; chains in memory, with and without nonces. lost-payments.test.ts has those that it does
// not carry out again.
import { type Currency, toChainUnits } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { reverseDeposits, scanChain } from '../deposits/index.ts';
import { findHalt, findSigningObstacle } from '../outgoing/index.ts';
import { expectBalances } from '../testing/index.ts';
import { confirmWithdrawals, sendWithdrawals } from '../withdrawals/index.ts';
import { followAdopted } from './index.ts';
import {
  ALICES,
  ask,
  BOBS,
  DEPTH,
  makePaidPool,
  type PaidPool,
  readState,
  replaceAtSameHeight,
  replaceBlocks,
  resume,
} from './testing-replaced-payment.ts';

describeEachDatabase('a payment in blocks that were replaced', (open) => {
  /** Alice's payment was final, or has failed. */
  async function makePaid(
    currency: Currency,
    how: { fails?: boolean; isRead?: boolean } = {},
  ): Promise<PaidPool> {
    const paid = await makePaidPool((await open()).database, currency, how);
    const state = how.fails === true ? 'failed' : 'confirmed';
    expect(await readState(paid.pool, paid.id)).toMatchObject({ state });
    return paid;
  }

  /** Follows the payment until the chain has decided, and finds it paid once. */
  async function expectPaidAgain({ pool, id, chain }: PaidPool, currency: Currency): Promise<void> {
    await followAdopted(pool.deps, chain.network);
    chain.finalize();
    await pool.scan();
    await followAdopted(pool.deps, chain.network);
    expect(await followAdopted(pool.deps, chain.network)).toBe(0);
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
      await followAdopted(pool.deps, network);
      chain.finalize();
      await pool.scan();
      await reverseDeposits(pool.deps, network);
      expect(await sendWithdrawals(pool.deps, network)).toBe(0);
      await followAdopted(pool.deps, network);
      await sendWithdrawals(pool.deps, network);
      chain.finalize();
      await confirmWithdrawals(pool.deps, network);
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

  it.each(['USDT', 'TRX'] as const)(
    'is sent again when the block was replaced before the scanner had read it, in %s',
    async (currency) => {
      const paid = await makePaid(currency, { isRead: false });
      const { pool, chain, network } = paid;
      chain.reorganize(4);
      await pool.scan();
      expect(chain.getUnits(ALICES[currency], currency)).toBe(0n);
      expect(await sendWithdrawals(pool.deps, network)).toBe(0);
      await expectPaidAgain(paid, currency);
    },
  );

  it.each([
    ['goes back to its payer when it failed at the same height of a block that was read and replaced', true],
    [
      'goes back to its payer when it failed at the same height of a block that was replaced before it was read',
      false,
    ],
  ])('%s', async (_which, isRead) => {
    const paid = await makePaid('USDT', { isRead });
    const { pool, alice, chain, network, id } = paid;
    chain.failsTransfers = true;
    await replaceAtSameHeight(paid);
    chain.finalize();
    await pool.scan();
    await followAdopted(pool.deps, network);
    expect(await readState(pool, id)).toMatchObject({ state: 'failed' });
    await expectBalances(pool, alice, 'USDT', { withdrawable: '60.000000' });
    expect(await findHalt(pool.deps)).toBeDefined();
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('keeps its nonce from the step on that finds its block replaced', async () => {
    const { pool, bob, chain, network } = await makePaid('USDT', { isRead: false });
    const bobs = await ask(pool, bob, { address: BOBS.USDT, currency: 'USDT' });
    const [{ blockHeight } = { blockHeight: 0 }] = chain.listSent();
    const newer = (await chain.getHead()).height - blockHeight;
    // The scanner's node does not call the block final, so that the scanner does not look at its deposits again.
    chain.blocksBehind = newer;
    await pool.scan();
    chain.blocksBehind = 0;
    chain.reorganize(newer + 1);
    await scanChain(pool.deps, network);
    expect(await findSigningObstacle(pool.deps, network)).toBe('start');
    expect(await sendWithdrawals(pool.deps, network)).toBe(0);
    expect(await readState(pool, bobs.id)).toEqual({ state: 'approved', waitingFor: 'chain' });
  });

  it('is not followed when the scanner reads the block later and finds it there', async () => {
    const { pool, network } = await makePaid('USDT', { isRead: false });
    await pool.scan();
    expect(await followAdopted(pool.deps, network)).toBe(0);
  });

  it('is not sent again when the new blocks have it too', async () => {
    const { pool, chain, network } = await makePaid('USDT');
    const sent = chain.broadcasts.length;
    chain.reorganize(DEPTH, () => true);
    chain.finalize();
    for (let times = 0; times < 3; times += 1) await pool.scan();
    expect(await followAdopted(pool.deps, network)).toBe(1);
    expect(await followAdopted(pool.deps, network)).toBe(0);
    expect(chain.broadcasts).toHaveLength(sent);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });
});
