// Goal: where a chain replaces final blocks, exactly what was decided by them is decided once more: payouts stop, its fee is committed again, and a withdrawal
// that was given back is only watched. Method: both databases; chains that replace blocks from one height on; payments, and one that never happened.
import { type Currency, toChainUnits } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { findHalt, getCommittedFees, isAnythingReopened, settle } from '../outgoing/index.ts';
import { expectBalances } from '../testing/index.ts';
import { sendWithdrawals } from '../withdrawals/index.ts';
import {
  ask,
  BOBS,
  makePaidPool,
  type PaidPool,
  readOutgoing,
  readState,
  replaceBlocks,
} from './testing-replaced-payment.ts';

/** Blocks that follow the one of the payment. */
const BLOCKS_AFTER = 3;
const FORTY = toChainUnits('USDT', micro('40'));

describeEachDatabase('what was decided by blocks that were replaced', (open) => {
  const makePaid = async (currency: Currency, how?: { fails?: boolean }): Promise<PaidPool> =>
    makePaidPool((await open()).database, currency, how);

  it('is open again where its own block is the last of them, and not where it is the first that stays', async () => {
    const paid = await makePaid('USDT');
    const { pool, id } = paid;
    await replaceBlocks(paid, BLOCKS_AFTER);
    expect(await readOutgoing(pool, id)).toBe('paid');
    expect(await findHalt(pool.deps)).toBeUndefined();
    await replaceBlocks(paid, BLOCKS_AFTER + 1);
    expect(await readOutgoing(pool, id)).toBe('open');
    expect(await findHalt(pool.deps)).toContain('replaced blocks');
  });

  it('stops payouts also where the scanner had called none of them final', async () => {
    const { pool, bob, chain, network } = await makePaid('USDT');
    const { id } = await ask(pool, bob, { address: BOBS.USDT, currency: 'USDT' });
    await sendWithdrawals(pool.deps, network);
    chain.mine();
    await pool.scan();
    chain.mine(BLOCKS_AFTER);
    expect(await settle(pool.deps, network)).toBe(1);
    await replaceBlocks({ pool, chain }, BLOCKS_AFTER + 1);
    expect(await readOutgoing(pool, id)).toBe('open');
    expect(await findHalt(pool.deps)).toContain('replaced blocks');
  });

  it('stays decided where it is on another network', async () => {
    const { pool, id } = await makePaid('USDT');
    pool.tron.mine(40);
    await pool.scan();
    await replaceBlocks({ pool, chain: pool.tron }, 39);
    expect(await findHalt(pool.deps)).toContain('TRON replaced blocks');
    expect(await readOutgoing(pool, id)).toBe('paid');
  });

  it.each([
    ['a payment, which is open', false, 'open'],
    ['one that failed, which is watched', true, 'watched'],
  ])('commits own funds to its fee again: %s', async (_which, fails, state) => {
    const paid = await makePaid('TRX', { fails });
    const { pool, id } = paid;
    expect(await getCommittedFees(pool.deps.db.read, 'TRX')).toBe(0n);
    await replaceBlocks(paid);
    expect(await readOutgoing(pool, id)).toBe(state);
    expect(await getCommittedFees(pool.deps.db.read, 'TRX')).toBe(micro('0.268'));
  });

  it('is watched where it could never happen by one of them, and given back once', async () => {
    const paid = await makePaid('TRX');
    const { pool, bob, chain, network } = paid;
    const { id } = await ask(pool, bob, { address: BOBS.TRX, currency: 'TRX' });
    chain.dropsBroadcasts = true;
    await sendWithdrawals(pool.deps, network);
    chain.dropsBroadcasts = false;
    chain.mine(30);
    // The proof rests on a block that no scanner has read.
    expect(await settle(pool.deps, network)).toBe(0);
    expect(await readState(pool, id)).toMatchObject({ state: 'broadcast' });
    expect(await pool.settle(network)).toBe(1);
    await expectBalances(pool, bob, 'TRX', { withdrawable: '60.000000', onHold: '0.000000' });
    await replaceBlocks(paid);
    expect(await readOutgoing(pool, id)).toBe('watched');
    expect(await isAnythingReopened(pool.deps.db.read, network)).toBe(true);
    await pool.settle(network);
    chain.mine(30);
    await pool.settle(network);
    expect(await readOutgoing(pool, id)).toBe('dropped');
    expect(chain.getUnits(BOBS.TRX, 'TRX')).toBe(0n);
    await expectBalances(pool, bob, 'TRX', { withdrawable: '60.000000', onHold: '0.000000' });
  });

  it('is the last payment of several alone where only its block is replaced', async () => {
    const paid = await makePaid('USDT');
    const { pool, bob, id, chain, network } = paid;
    const second = await ask(pool, bob, { address: BOBS.USDT, currency: 'USDT' });
    await sendWithdrawals(pool.deps, network);
    chain.finalize();
    expect(await pool.settle(network)).toBe(1);
    await replaceBlocks(paid, BLOCKS_AFTER + 1);
    expect(await readOutgoing(pool, id)).toBe('paid');
    expect(await readOutgoing(pool, second.id)).toBe('open');
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(0n);
    await pool.settle(network);
    chain.finalize();
    expect(await pool.settle(network)).toBe(1);
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(FORTY);
  });
});
