// Goal: `npm run verify-books` finds a withdrawal whose rows contradict what was signed for it, in each way in which they can. Method: both
// databases; chains in memory that replace blocks; one row changed past the product.
import type { OutgoingState } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import { reverseDeposits } from '../deposits/index.ts';
import { giveBackWithdrawal } from '../withdrawals/index.ts';
import {
  makePaidPool,
  origin,
  type PaidPool,
  readOutgoing,
  replaceBlocks,
  resume,
} from './testing-replaced-payment.ts';

describeEachDatabase('a withdrawal', (open) => {
  const makePaid = async (): Promise<PaidPool> => makePaidPool((await open()).database, 'USDT');
  const makeFailed = async (): Promise<PaidPool> =>
    makePaidPool((await open()).database, 'USDT', { fails: true });

  async function makeWatched(): Promise<PaidPool> {
    const paid = await makeFailed();
    await replaceBlocks(paid);
    return paid;
  }

  async function makeLate(): Promise<PaidPool> {
    const paid = await makeWatched();
    await paid.chain.broadcast(paid.chain.broadcasts[0] ?? '');
    return follow(paid);
  }

  async function makeDropped(): Promise<PaidPool> {
    const paid = await makeWatched();
    await paid.pool.settle(paid.network);
    return follow(paid);
  }

  async function makeReturned(): Promise<PaidPool> {
    const paid = await makePaid();
    const { pool, adminId, chain, network, id } = paid;
    await replaceBlocks(paid);
    await resume(pool, adminId);
    chain.failsTransfers = true;
    await pool.settle(network);
    await follow(paid);
    await giveBackWithdrawal(pool.deps, { adminId, origin, withdrawalId: id });
    return paid;
  }

  async function follow(paid: PaidPool): Promise<PaidPool> {
    const { pool, chain, network } = paid;
    chain.finalize();
    await pool.scan();
    await reverseDeposits(pool.deps, network);
    await pool.settle(network);
    return paid;
  }

  /** Finds nothing wrong with a withdrawal as it is, and then these contradictions in what was changed. */
  async function expectFound(paid: PaidPool, change: () => Promise<unknown>, details: string[]) {
    expect(await verifyBooks(paid.pool.deps)).toEqual([]);
    await change();
    expect(await verifyBooks(paid.pool.deps)).toEqual(
      details.map((detail) => ({ rule: 'signed-agrees-with-state', subject: paid.id, detail })),
    );
  }

  const setOutgoing = (
    { pool }: PaidPool,
    change: { state?: OutgoingState; txHash?: null; blockHeight?: null; paidAt?: null; feeMicro?: bigint },
  ): Promise<unknown> => pool.deps.db.transaction((tx) => tx.updateTable('outgoing').set(change).execute());

  it('is found where it is late and no transfer says so', async () => {
    const paid = await makeWatched();
    await expectFound(paid, () => setOutgoing(paid, { state: 'late', feeMicro: 0n }), [
      'it is late, and its transfers about that are even: 0',
    ]);
  });

  it('is found where a transfer says that it was paid late, and it was not', async () => {
    const paid = await makeLate();
    expect(await readOutgoing(paid.pool, paid.id)).toBe('late');
    const change = async (): Promise<void> => {
      await setOutgoing(paid, { state: 'watched' });
      await paid.pool.deps.db.transaction((tx) =>
        tx.updateTable('networkFee').set({ succeeded: 0 }).where('currency', '=', 'BNB').execute(),
      );
    };
    await expectFound(paid, change, ['it is not late, and its transfers about that are odd: 1']);
  });

  it('is right while the blocks that paid it late are replaced, and once they are', async () => {
    const paid = await makeLate();
    await replaceBlocks(paid, 8);
    expect(await readOutgoing(paid.pool, paid.id)).toBe('watched');
    expect(await verifyBooks(paid.pool.deps)).toEqual([]);
    await paid.pool.settle(paid.network);
    await follow(paid);
    expect(await readOutgoing(paid.pool, paid.id)).toBe('dropped');
    expect(await verifyBooks(paid.pool.deps)).toEqual([]);
  });

  it.each([
    ['failed', makeFailed],
    ['watched', makeWatched],
    ['dropped', makeDropped],
    ['returned', makeReturned],
  ] as const)('is found where it is %s and its payment succeeded', async (state, make) => {
    const paid = await make();
    expect(await readOutgoing(paid.pool, paid.id)).toBe(state);
    const change = (): Promise<unknown> =>
      paid.pool.deps.db.transaction((tx) => tx.updateTable('networkFee').set({ succeeded: 1 }).execute());
    await expectFound(paid, change, [`it was given back as ${state}, and its payment succeeded`]);
  });

  it.each([
    ['transaction', { txHash: null }],
    ['block', { blockHeight: null }],
    ['time', { paidAt: null }],
  ] as const)('is found where it is paid without a %s', async (_what, change) => {
    const paid = await makePaid();
    await expectFound(paid, () => setOutgoing(paid, change), [
      'it is paid without its transaction, its block or its time',
    ]);
  });
});
