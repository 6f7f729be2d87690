// Goal: a node that is behind or silent is told apart from a healthy one, and each chain is reported apart from the other.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { TestPool } from '../testing/index.ts';
import { listChainStates, scanChain } from './index.ts';

const AGREED = { nodesDifferSince: null, oneNodeUntil: null };

describeEachDatabase('the state of a chain', (open) => {
  it('is ok while its node answers and keeps up', async () => {
    const pool = await new TestPool((await open()).database).start();
    expect(await listChainStates(pool.deps)).toEqual([
      { network: 'BSC', state: 'ok', since: null, finalityStalledSince: null, ...AGREED },
      { network: 'TRON', state: 'ok', since: null, finalityStalledSince: null, ...AGREED },
    ]);
  });

  it('is slow from the moment its node fell behind until it has caught up', async () => {
    const pool = await new TestPool((await open()).database).start();
    pool.tron.mine(3);
    await pool.scan();
    const since = pool.clock.now();
    pool.tron.blocksBehind = 2;
    await pool.scan();
    pool.clock.advance(20_000);
    await pool.scan();
    expect(await listChainStates(pool.deps)).toEqual([
      { network: 'BSC', state: 'ok', since: null, finalityStalledSince: null, ...AGREED },
      { network: 'TRON', state: 'slow', since, finalityStalledSince: null, ...AGREED },
    ]);
    pool.tron.blocksBehind = 0;
    pool.tron.mine();
    await pool.scan();
    expect((await listChainStates(pool.deps))[1]).toMatchObject({
      state: 'ok',
      since: null,
      finalityStalledSince: null,
    });
  });

  it('is down from its last answer on, and takes nothing from the other chain', async () => {
    const pool = await new TestPool((await open()).database).start();
    const lastAnswer = pool.clock.now();
    pool.clock.advance(31_000);
    await scanChain(pool.deps, 'BSC');
    expect(await listChainStates(pool.deps)).toEqual([
      // Pitfall: one flaky node hides everything
      { network: 'BSC', state: 'ok', since: null, finalityStalledSince: null, ...AGREED },
      { network: 'TRON', state: 'down', since: lastAnswer, finalityStalledSince: null, ...AGREED },
    ]);
  });

  it('says since when no block is called final, until one is again', async () => {
    const pool = await new TestPool((await open()).database).start();
    const since = pool.clock.now();
    pool.bsc.isFinalityStalled = true;
    for (const seconds of [0, 5]) {
      pool.clock.advance(seconds * 1_000);
      pool.bsc.mine();
      await pool.scan();
    }
    expect((await listChainStates(pool.deps))[0]).toMatchObject({ finalityStalledSince: since });
    pool.bsc.isFinalityStalled = false;
    pool.bsc.mine();
    await pool.scan();
    expect((await listChainStates(pool.deps))[0]).toMatchObject({ finalityStalledSince: null });
  });
});
