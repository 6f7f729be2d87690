// Goal: what a chain answered to one process is not booked once another one has read the blocks that replaced those of the answer: nothing would follow
// it any more. Method: both databases; two processes; the chain replaces its blocks between the answer and its booking.
import { toChainUnits } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it, vi } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import { scanChain } from '../deposits/index.ts';
import { hasAdopted } from '../outgoing/index.ts';
import { planSweep, runSweeps, startSweep } from '../sweeps/index.ts';
import { answerLate, type SimChain, TestPool } from '../testing/index.ts';
import { confirmWithdrawals, sendWithdrawals } from '../withdrawals/index.ts';
import { followAdopted } from './index.ts';
import {
  ALICES,
  ask,
  BOBS,
  DEPTH,
  makePaidPool,
  origin,
  readState,
  replaceBlocks,
} from './testing-replaced-payment.ts';

const FORTY = toChainUnits('USDT', micro('40'));

describeEachDatabase('an answer that a chain gave before it replaced blocks', (open) => {
  /** Bob's payment is in a final block, which no process has asked about; the other process has its own connection. */
  async function makeMined({ isRead }: { isRead: boolean }) {
    const { database, connect } = await open();
    const paid = await makePaidPool(database, 'USDT');
    const { pool, bob, chain, network } = paid;
    const { id } = await ask(pool, bob, { address: BOBS.USDT, currency: 'USDT' });
    await sendWithdrawals(pool.deps, network);
    chain.finalize();
    if (isRead) await pool.scan();
    const other = { pool: pool.onDatabase(connect()), chain };
    return { ...paid, id, other, depth: await countFromLastSent(chain) };
  }

  it.each([
    ['had read', true],
    ['had not read', false],
  ])('confirms no payment in blocks that the scanner %s', async (_which, isRead) => {
    const { pool, id, chain, network, other, depth } = await makeMined({ isRead });
    answerLate(chain, 'getOutcome', () => replaceBlocks(other, depth));
    expect(await confirmWithdrawals(pool.deps, network)).toBe(0);
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(0n);
    expect(await readState(pool, id)).toMatchObject({ state: 'broadcast' });
    await confirmWithdrawals(pool.deps, network);
    chain.finalize();
    expect(await confirmWithdrawals(pool.deps, network)).toBe(1);
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(FORTY);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('confirms a payment that is followed, where it comes between the question and the booking of who reads the new blocks', async () => {
    const { pool, id, chain, network, other, depth } = await makeMined({ isRead: false });
    const held = holdBack(other.pool.deps.db);
    let reading: Promise<number> | undefined;
    answerLate(chain, 'getOutcome', async () => {
      chain.reorganize(depth);
      reading = scanChain(other.pool.deps, network);
      await Promise.race([held.reached, reading]);
    });
    expect(await confirmWithdrawals(pool.deps, network)).toBe(1);
    held.letGo();
    await reading;
    await pool.scan();
    expect(await readState(pool, id)).toMatchObject({ state: 'confirmed' });
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(0n);
    expect(await hasAdopted(pool.deps.db.read, network)).toBe(true);
    await followAdopted(pool.deps, network);
    chain.finalize();
    await pool.scan();
    await followAdopted(pool.deps, network);
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(FORTY);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('gives no payment back that could never happen in the blocks that are gone', async () => {
    const { database, connect } = await open();
    const { pool, bob, chain, network } = await makePaidPool(database, 'TRX');
    const { id } = await ask(pool, bob, { address: BOBS.TRX, currency: 'TRX' });
    chain.dropsBroadcasts = true;
    await sendWithdrawals(pool.deps, network);
    chain.dropsBroadcasts = false;
    chain.mine(30);
    chain.finalize();
    await pool.scan();
    const other = { pool: pool.onDatabase(connect()), chain };
    answerLate(chain, 'findDropProof', () => replaceBlocks(other));
    expect(await confirmWithdrawals(pool.deps, network)).toBe(0);
    expect(await readState(pool, id)).toMatchObject({ state: 'broadcast' });
  });

  it('ends nothing that is followed because its blocks were replaced once more', async () => {
    const { database, connect } = await open();
    const { pool, chain, network } = await makePaidPool(database, 'USDT');
    await replaceBlocks({ pool, chain });
    await followAdopted(pool.deps, network);
    chain.finalize();
    await pool.scan();
    const other = { pool: pool.onDatabase(connect()), chain };
    const depth = await countFromLastSent(chain);
    answerLate(chain, 'getOutcome', () => replaceBlocks(other, depth));
    expect(await followAdopted(pool.deps, network)).toBe(1);
    expect(chain.getUnits(ALICES.USDT, 'USDT')).toBe(0n);
    expect(await hasAdopted(pool.deps.db.read, network)).toBe(true);
    await followAdopted(pool.deps, network);
    chain.finalize();
    await pool.scan();
    await followAdopted(pool.deps, network);
    expect(chain.getUnits(ALICES.USDT, 'USDT')).toBe(FORTY);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('marks no address as swept', async () => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await pool.deposit('hotWallet', 'TRX', '100');
    await pool.deposit(await pool.signUp('alice'), 'TRX', '300');
    pool.tron.mine(DEPTH);
    await pool.scan();
    await startSweep(pool.deps, { adminId, origin });
    await runSweeps(pool.deps, 'TRON');
    pool.tron.finalize();
    await pool.scan();
    const other = { pool: pool.onDatabase(connect()), chain: pool.tron };
    const depth = await countFromLastSent(pool.tron);
    answerLate(pool.tron, 'getOutcome', () => replaceBlocks(other, depth));
    await runSweeps(pool.deps, 'TRON');
    const listToSweep = async () => (await planSweep(pool.deps)).find(({ currency }) => currency === 'TRX');
    expect(await listToSweep()).toMatchObject({ addresses: 1 });
  });
});

/** Makes the next transaction of a process wait until it is let go. */
function holdBack(db: Database) {
  const reached = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (...args) => {
    reached.resolve();
    await gone.promise;
    return db.transaction(...args);
  });
  return { reached: reached.promise, letGo: () => gone.resolve() };
}

/** Number of blocks from the newest one of a chain down to the one that has what the pool sent last. */
async function countFromLastSent(chain: SimChain): Promise<number> {
  const blockHeight = chain.listSent().at(-1)?.blockHeight ?? 0;
  return (await chain.getHead()).height - blockHeight + 1;
}
