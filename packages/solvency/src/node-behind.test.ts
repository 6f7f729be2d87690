// Goal: a manifest never shows a lower block than the one before, because every verifier would take that for a lie of the pool.
// Method: a node that falls behind between two snapshots, and catches up.
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it, vi } from 'vitest';
import { listSnapshots, NodeBehindError, requestSnapshot, takeSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

describeEachDatabase('a snapshot', (open) => {
  it.each(['BSC', 'TRON'] as const)(
    'waits for a node of %s that is behind the snapshot before',
    async (network) => {
      const pool = await new TestPoolWithSnapshots((await open()).database).start();
      const chain = network === 'BSC' ? pool.bsc : pool.tron;
      await takeSnapshot(pool.deps, 'daily');
      chain.blocksBehind = 1;
      await expect(takeSnapshot(pool.deps, 'rewards')).rejects.toThrow(NodeBehindError);
      expect((await listSnapshots(pool.deps, { page: 1, limit: 10 })).total).toBe(1);
      chain.blocksBehind = 0;
      expect(await takeSnapshot(pool.deps, 'rewards')).toBe(1);
    },
  );

  it('waits for a node that falls behind while it is asked, and says so to who asked for it', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
    vi.spyOn(pool.tron, 'findBlock').mockResolvedValueOnce(undefined);
    await expect(requestSnapshot(pool.deps, { adminId, origin })).rejects.toMatchObject({
      code: 'SNAPSHOT_WAITS',
    });
    expect((await listSnapshots(pool.deps, { page: 1, limit: 10 })).total).toBe(0);
    await requestSnapshot(pool.deps, { adminId, origin });
    expect((await listSnapshots(pool.deps, { page: 1, limit: 10 })).total).toBe(1);
  });
});
