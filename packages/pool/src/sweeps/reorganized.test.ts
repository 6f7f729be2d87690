// Goal: no address counts as swept that holds something, after a chain has replaced the blocks by which it was marked: what was sent to it after
// the sweep may stand before it in the new ones, and the sweep itself may be in none.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { reverseDeposits } from '../deposits/index.ts';
import { resumePayouts } from '../halts/index.ts';
import { isAnythingReopened } from '../outgoing/index.ts';
import { TestPool } from '../testing/index.ts';
import { planSweep, startSweep } from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const DEPTH = 60;

describeEachDatabase('an address that was swept', (open) => {
  /** Alice has 300 TRX in a block that stays, and new blocks follow it. */
  async function start() {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await pool.deposit('hotWallet', 'TRX', '100');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'TRX', '300');
    pool.tron.mine(DEPTH);
    await pool.scan();
    const address = await pool.deriveAddress(alice, 'TRX');
    const sweep = () => startSweep(pool.deps, { adminId, origin });
    const resume = () => resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' });
    return { pool, alice, address, sweep, resume };
  }

  /** Signs what a sweep moves, and books it once it is final. */
  async function finishSweep(pool: TestPool): Promise<void> {
    await pool.sweep('TRON');
    pool.tron.finalize();
    await pool.scan();
    await pool.sweep('TRON');
  }

  /** Replaces blocks that were final, and reads the new ones. What `keeps` says is taken into the first of them, in the order it was sent. */
  async function replaceBlocks(pool: TestPool, keeps: (txHash: string) => boolean): Promise<void> {
    pool.tron.reorganize(DEPTH, keeps);
    pool.tron.finalize();
    for (let times = 0; times < 3; times += 1) await pool.scan();
    await reverseDeposits(pool.deps, 'TRON');
  }

  const listToSweep = async (pool: TestPool): Promise<number | undefined> =>
    (await planSweep(pool.deps)).find(({ currency }) => currency === 'TRX')?.addresses;

  it('is swept again when a later deposit stands before the sweep’s block in the new ones', async () => {
    const { pool, address, sweep } = await start();
    await sweep();
    await finishSweep(pool);
    expect(await listToSweep(pool)).toBe(0);
    pool.tron.mine(DEPTH / 3);
    await pool.scan();
    // The chain has it, and no scanner has read it there.
    pool.tron.deposit(address, 50_000_000n);
    pool.tron.mine();
    await replaceBlocks(pool, () => true);
    expect(await listToSweep(pool)).toBe(1);
  });

  it('is swept again when a later deposit stands before the sweep’s block while the sweep is on its way', async () => {
    const { pool, address, sweep, resume } = await start();
    await sweep();
    await pool.sweep('TRON');
    pool.tron.mine();
    await pool.scan();
    pool.tron.deposit(address, 50_000_000n);
    pool.tron.mine();
    await replaceBlocks(pool, () => true);
    await resume();
    await pool.sweep('TRON');
    expect(await pool.tron.getBalanceUnits(address, 'TRX')).toBe(50_000_000n);
    expect(await listToSweep(pool)).toBe(1);
  });

  it('is swept again when the new blocks have its deposit and not the sweep', async () => {
    const { pool, alice, address, sweep } = await start();
    await pool.deposit(alice, 'TRX', '50');
    await sweep();
    await finishSweep(pool);
    const swept = pool.tron.broadcasts.map((raw) => JSON.parse(raw)).at(-1);
    await replaceBlocks(pool, (txHash) => txHash !== swept.txHash);
    expect(await pool.tron.getBalanceUnits(address, 'TRX')).toBe(350_000_000n);
    expect(await listToSweep(pool)).toBe(1);
    expect(micro('350')).toBe((await planSweep(pool.deps)).at(-1)?.amountMicro);
  });

  it.each([
    ['can never happen any more', 30],
    ['fails in the new ones', 0],
  ])('is swept again when its deposit stays in its block, and the sweep %s', async (_fate, blocksLater) => {
    const { pool, address, sweep } = await start();
    await sweep();
    await finishSweep(pool);
    expect(await listToSweep(pool)).toBe(0);
    pool.tron.reorganize(5);
    pool.tron.mine(blocksLater);
    pool.tron.failsTransfers = true;
    for (let times = 0; times < 2; times += 1) {
      await pool.scan();
      await pool.settle('TRON');
      pool.tron.finalize();
    }
    expect(await isAnythingReopened(pool.deps.db.read, 'TRON')).toBe(false);
    // Less the fee of the one that failed.
    expect(await pool.tron.getBalanceUnits(address, 'TRX')).toBeGreaterThan(299_000_000n);
    expect(await listToSweep(pool)).toBe(1);
  });

  it('is followed, not only watched, where its sweep failed in a block that is gone: nothing was given back', async () => {
    const { pool, sweep } = await start();
    await sweep();
    pool.tron.failsTransfers = true;
    await finishSweep(pool);
    await replaceBlocks(pool, () => false);
    const rows = pool.deps.db.read.selectFrom('outgoing').select(['purpose', 'state']);
    expect(await rows.where('id', 'like', '%/1').execute()).toEqual([{ purpose: 'sweep', state: 'open' }]);
  });

  it('stays under way while its last attempt is, though the new blocks have an earlier one', async () => {
    const { pool, sweep, resume } = await start();
    await sweep();
    pool.tron.failsTransfers = true;
    await pool.sweep('TRON');
    pool.tron.failsTransfers = false;
    const [first = ''] = pool.tron.broadcasts;
    pool.tron.finalize();
    await pool.scan();
    pool.tron.dropsBroadcasts = true;
    await pool.sweep('TRON');
    pool.tron.reorganize(5);
    await pool.scan();
    await resume();
    pool.tron.dropsBroadcasts = false;
    await pool.tron.broadcast(first);
    pool.tron.finalize();
    pool.tron.dropsBroadcasts = true;
    expect(await pool.settle('TRON')).toBe(1);
    const rows = pool.deps.db.read.selectFrom('outgoing').select('state').orderBy('id');
    expect(await rows.execute()).toEqual([{ state: 'paid' }, { state: 'open' }]);
    const items = pool.deps.db.read.selectFrom('sweepItem').select(['state', 'attempt', 'txHash']);
    expect(await items.execute()).toEqual([{ state: 'moving', attempt: 2, txHash: null }]);
  });
});
