// Goal: the sender of a transfer learns its fate. Each answer is tested in order of precedence, and none says more than the chain shows.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { TestPool } from '../testing/index.ts';
import { findDeposit, reverseDeposits } from './index.ts';

const ONE = 10n ** 18n;

describeEachDatabase('a search for a deposit', (open) => {
  async function poolWithAlice() {
    const pool = await new TestPool((await open()).database).start();
    await pool.signUp('alice');
    const find = (txHash: string) => findDeposit(pool.deps, { network: 'BSC', txHash });
    return { pool, find, address: pool.bsc.deriveAddress(1) };
  }

  it('follows a deposit from the node to the balance', async () => {
    const { pool, find, address } = await poolWithAlice();
    const txHash = pool.bsc.deposit(address, 60n * ONE);
    expect(await find(txHash)).toMatchObject({ fate: 'pending', amountMicro: null });
    pool.bsc.mine();
    // Before the scanner has read the block, and after.
    expect(await find(txHash)).toMatchObject({ fate: 'confirming', amountMicro: 60_000_000n });
    await pool.scan();
    expect(await find(txHash)).toMatchObject({ fate: 'confirming', amountMicro: 60_000_000n });
    pool.bsc.finalize();
    await pool.scan();
    expect(await find(txHash)).toMatchObject({
      fate: 'credited',
      amountMicro: 60_000_000n,
      isBelowMinimum: false,
      creditedAt: pool.clock.now(),
    });
  });

  it('calls a deposit credited no longer once the chain took it back, and again when the chain has it', async () => {
    const { pool, find, address } = await poolWithAlice();
    pool.bsc.mine(10);
    await pool.scan();
    const txHash = pool.bsc.deposit(address, 60n * ONE);
    for (let block = 0; block < 6; block += 1) {
      pool.bsc.mine();
      await pool.scan();
    }
    expect(await find(txHash)).toMatchObject({ fate: 'credited' });
    pool.bsc.reorganize(6);
    pool.bsc.finalize();
    await pool.scan();
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
    expect(await find(txHash)).toMatchObject({ fate: 'unknown', amountMicro: null, creditedAt: null });
    pool.bsc.restore(txHash);
    pool.bsc.mine();
    expect(await find(txHash)).toMatchObject({ fate: 'confirming', amountMicro: 60_000_000n });
    pool.bsc.finalize();
    await pool.scan();
    expect(await find(txHash)).toMatchObject({ fate: 'credited', amountMicro: 60_000_000n });
  });

  it('says when it is less than can be invested', async () => {
    const { pool, find, address } = await poolWithAlice();
    const txHash = pool.bsc.deposit(address, 49n * ONE);
    pool.bsc.finalize();
    await pool.scan();
    expect(await find(txHash)).toMatchObject({ fate: 'credited', isBelowMinimum: true });
  });

  it.each([
    ['not-to-us', { units: ONE, to: 'an address of no one' }],
    ['other-token', { units: ONE, currency: 'BNB' as const }],
    ['failed', { units: ONE, succeeded: false }],
  ])('says %s', async (fate, transfer) => {
    const { pool, find, address } = await poolWithAlice();
    const txHash = pool.bsc.send({ to: address, ...transfer });
    pool.bsc.finalize();
    await pool.scan();
    expect(await find(txHash)).toMatchObject({ fate, amountMicro: null });
  });

  it('says that the node does not know it', async () => {
    const { find } = await poolWithAlice();
    expect(await find('bsc-tx-none')).toMatchObject({ fate: 'unknown', blockHeight: null });
  });

  it('tells nothing of what the operator receives', async () => {
    const { pool, find } = await poolWithAlice();
    const txHash = pool.bsc.deposit(pool.bsc.deriveAddress(0), 60n * ONE);
    pool.bsc.finalize();
    await pool.scan();
    // Pitfall: 'Where is my deposit?' tells of others
    expect(await find(txHash)).toMatchObject({ fate: 'not-to-us', amountMicro: null });
  });
});
