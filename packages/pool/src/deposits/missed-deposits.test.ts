// Goal: a deposit that a page of blocks left out is found when its sender asks for it, and credited once.
// Method: both databases; a node that leaves transfers out of its pages, and nodes that do not agree.
import { HOUR_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it, vi } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import { findHalt } from '../outgoing/index.ts';
import { TestPool } from '../testing/index.ts';
import { findDeposit, rereadTransactions } from './index.ts';
import { addReread } from './reread-transactions.ts';

const ONE = 10n ** 18n;

describeEachDatabase('a deposit that a page left out', (open) => {
  /** A pool whose node has left every transfer out of the pages that were read. */
  async function openPool() {
    const pool = await new TestPool((await open()).database).start();
    const alice = await pool.signUp('alice');
    const address = await pool.deriveAddress(alice, 'USDT');
    const txHash = pool.bsc.deposit(address, 60n * ONE);
    pool.bsc.finalize();
    const honest = pool.bsc.readBlocks.bind(pool.bsc);
    const leaving = vi.spyOn(pool.bsc, 'readBlocks').mockImplementation(async (range) => {
      const page = await honest(range);
      return page && { ...page, transfers: [] };
    });
    await pool.scan();
    leaving.mockRestore();
    const find = () => findDeposit(pool.deps, { network: 'BSC', txHash });
    return { pool, alice, find, txHash };
  }

  it('is found when its sender asks for it, stored as the scanner stores it, and credited once', async () => {
    const { pool, find } = await openPool();
    expect(await find()).toMatchObject({ fate: 'missed', amountMicro: 60_000_000n });
    await find();
    expect(await rereadTransactions(pool.deps, 'BSC')).toBe(1);
    expect(await find()).toMatchObject({ fate: 'confirming' });
    await pool.scan();
    expect(await find()).toMatchObject({ fate: 'credited' });
    expect(await rereadTransactions(pool.deps, 'BSC')).toBe(0);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('is read again later when the scanner has gone back meanwhile', async () => {
    const { pool, find } = await openPool();
    await find();
    const listFinal = pool.bsc.listFinalTransfers.bind(pool.bsc);
    vi.spyOn(pool.bsc, 'listFinalTransfers').mockImplementationOnce(async (hash) => {
      const transfers = await listFinal(hash);
      // Meanwhile the scanner has gone back, and has read other blocks up to the same height.
      await pool.deps.db.transaction(async (tx) => {
        await tx
          .updateTable('chainStatus')
          .set((eb) => ({ rollBacks: eb('rollBacks', '+', 1) }))
          .where('network', '=', 'BSC')
          .execute();
      });
      return transfers;
    });
    expect(await rereadTransactions(pool.deps, 'BSC')).toBe(0);
    expect(await pool.deps.db.read.selectFrom('deposit').select('id').execute()).toEqual([]);
  });

  it('waits for the scanner to come to its block', async () => {
    const { pool, find } = await openPool();
    await find();
    await pool.deps.db.transaction(async (tx) => {
      await tx.updateTable('chainStatus').set({ scannedHeight: 3 }).where('network', '=', 'BSC').execute();
      await tx.deleteFrom('scannedBlock').where('network', '=', 'BSC').where('height', '>', 3).execute();
    });
    expect(await rereadTransactions(pool.deps, 'BSC')).toBe(0);
    expect(await find()).toMatchObject({ fate: 'confirming' });
    await pool.scan();
    expect(await find()).toMatchObject({ fate: 'credited' });
  });

  it('is given up after a day where the final chain does not have it, and asked for once an hour', async () => {
    const { pool, find, txHash } = await openPool();
    await find();
    const asked = vi.spyOn(pool.bsc, 'listFinalTransfers').mockResolvedValue([]);
    for (let hour = 0; hour < 26; hour += 1) {
      for (let step = 0; step < 3; step += 1) await rereadTransactions(pool.deps, 'BSC');
      pool.clock.advance(HOUR_MS);
    }
    expect(asked.mock.calls.length).toBeGreaterThan(20);
    expect(asked.mock.calls.length).toBeLessThan(28);
    const listed = await pool.deps.db.read.selectFrom('rereadTransaction').select('txHash').execute();
    expect(listed).toEqual([]);
    expect(txHash).toBeDefined();
  });

  it('is stored though another transaction of the list cannot be read', async () => {
    const { pool, find } = await openPool();
    await find();
    await pool.deps.db.transaction(async (tx) => {
      await addReread(tx, pool.deps, { network: 'BSC', txHash: 'bsc-tx-0' });
    });
    const listFinal = pool.bsc.listFinalTransfers.bind(pool.bsc);
    vi.spyOn(pool.bsc, 'listFinalTransfers').mockImplementation(async (hash) => {
      if (hash === 'bsc-tx-0') throw new Error('The BSC nodes do not agree.');
      return listFinal(hash);
    });
    await expect(rereadTransactions(pool.deps, 'BSC')).rejects.toThrow('1 transactions of BSC');
    expect(await find()).toMatchObject({ fate: 'confirming' });
    // It is asked for again after an hour.
    expect(await rereadTransactions(pool.deps, 'BSC')).toBe(0);
  });

  it('is no deposit where the pool itself has sent it', async () => {
    const { pool, txHash, find } = await openPool();
    await pool.deps.db.transaction(async (tx) => {
      await tx
        .insertInto('outgoingTransaction')
        .values({
          txHash,
          network: 'BSC',
          subject: 'x',
          sender: 'x',
          nonce: null,
          expiresAt: null,
          raw: '{}',
          createdAt: 1,
        })
        .execute();
    });
    await find();
    await rereadTransactions(pool.deps, 'BSC');
    expect(await pool.deps.db.read.selectFrom('deposit').select('id').execute()).toEqual([]);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });
});
