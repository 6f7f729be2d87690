// Goal: what a chain answered to one process is not booked once another one has read the blocks that replaced those of the answer: nothing would follow
// it any more. Method: both databases; two processes; the chain replaces its blocks between the answer and its booking.
import { setTimeout } from 'node:timers/promises';
import { toChainUnits } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import { isAnythingReopened } from '../outgoing/index.ts';
import { planSweep, startSweep } from '../sweeps/index.ts';
import { answerLate, type SimChain, TestPool } from '../testing/index.ts';
import { sendWithdrawals } from '../withdrawals/index.ts';
import {
  ALICES,
  ask,
  BOBS,
  DEPTH,
  makePaidPool,
  origin,
  readOutgoing,
  readState,
  replaceBlocks,
} from './testing-replaced-payment.ts';

/** Longer than a roll back takes that waits for nothing. */
const WAITS_MS = 1_000;
const FORTY = toChainUnits('USDT', micro('40'));

describeEachDatabase('an answer that a chain gave before it replaced blocks', (open, dialect) => {
  /** Bob's payment is in a final block, which no process has asked about; the other process has its own connection. */
  async function makeMined() {
    const { database, connect } = await open();
    const paid = await makePaidPool(database, 'USDT');
    const { pool, bob, chain, network } = paid;
    const { id } = await ask(pool, bob, { address: BOBS.USDT, currency: 'USDT' });
    await sendWithdrawals(pool.deps, network);
    chain.finalize();
    await pool.scan();
    const other = { pool: pool.onDatabase(connect()), chain };
    return { ...paid, id, other, depth: await countFromLastSent(chain) };
  }

  it('confirms no payment', async () => {
    const { pool, id, chain, network, other, depth } = await makeMined();
    answerLate(chain, 'getOutcome', () => replaceBlocks(other, depth));
    expect(await pool.settle(network)).toBe(0);
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(0n);
    expect(await readState(pool, id)).toMatchObject({ state: 'broadcast' });
    await pool.settle(network);
    chain.finalize();
    expect(await pool.settle(network)).toBe(1);
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(FORTY);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  // SQLite has one writer: nothing runs beside an open transaction.
  it.runIf(dialect === 'postgres')('is taken back by a scanner that waits while it is booked', async () => {
    const { pool, id, network, other, depth } = await makeMined();
    const { withdrawal } = pool.deps.outgoingHandlers;
    let replacing: Promise<void> | undefined;
    const onPaid: NonNullable<typeof withdrawal.onPaid> = async (...parts) => {
      replacing = replaceBlocks(other, depth);
      await setTimeout(WAITS_MS);
      await withdrawal.onPaid?.(...parts);
    };
    const outgoingHandlers = { ...pool.deps.outgoingHandlers, withdrawal: { ...withdrawal, onPaid } };
    expect(await pool.settle(network, { ...pool.deps, outgoingHandlers })).toBe(1);
    await replacing;
    expect(await readOutgoing(pool, id)).toBe('open');
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
    expect(await pool.settle(network)).toBe(0);
    expect(await readState(pool, id)).toMatchObject({ state: 'broadcast' });
  });

  it('ends nothing that is followed because its blocks were replaced once more', async () => {
    const { database, connect } = await open();
    const { pool, chain, network } = await makePaidPool(database, 'USDT');
    await replaceBlocks({ pool, chain });
    await pool.settle(network);
    chain.finalize();
    await pool.scan();
    const other = { pool: pool.onDatabase(connect()), chain };
    const depth = await countFromLastSent(chain);
    answerLate(chain, 'getOutcome', () => replaceBlocks(other, depth));
    expect(await pool.settle(network)).toBe(0);
    expect(chain.getUnits(ALICES.USDT, 'USDT')).toBe(0n);
    expect(await isAnythingReopened(pool.deps.db.read, network)).toBe(true);
    await pool.settle(network);
    chain.finalize();
    await pool.scan();
    await pool.settle(network);
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
    await pool.sweep('TRON');
    pool.tron.finalize();
    await pool.scan();
    const other = { pool: pool.onDatabase(connect()), chain: pool.tron };
    const depth = await countFromLastSent(pool.tron);
    answerLate(pool.tron, 'getOutcome', () => replaceBlocks(other, depth));
    await pool.sweep('TRON');
    const listToSweep = async () => (await planSweep(pool.deps)).find(({ currency }) => currency === 'TRX');
    expect(await listToSweep()).toMatchObject({ addresses: 1 });
  });
});

/** Number of blocks from the newest one of a chain down to the one that has what the pool sent last. */
async function countFromLastSent(chain: SimChain): Promise<number> {
  const blockHeight = chain.listSent().at(-1)?.blockHeight ?? 0;
  return (await chain.getHead()).height - blockHeight + 1;
}
