// Goal: a manifest never shows a lower block than the one before, which every verifier would take for a lie of the pool.
// Method: a node that falls behind between two snapshots, and catches up.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { TestPool } from '../testing/index.ts';
import { listSnapshots, NodeBehindError, takeSnapshot } from './index.ts';

describeEachDatabase('a snapshot', (open) => {
  it.each(['BSC', 'TRON'] as const)(
    'waits for a node of %s that is behind the snapshot before',
    async (network) => {
      const pool = await new TestPool((await open()).database).start();
      const chain = network === 'BSC' ? pool.bsc : pool.tron;
      await takeSnapshot(pool.deps, 'daily');
      chain.blocksBehind = 1;
      await expect(takeSnapshot(pool.deps, 'rewards')).rejects.toThrow(NodeBehindError);
      expect((await listSnapshots(pool.deps, { page: 1, limit: 10 })).total).toBe(1);
      chain.blocksBehind = 0;
      expect(await takeSnapshot(pool.deps, 'rewards')).toBe(1);
    },
  );
});
