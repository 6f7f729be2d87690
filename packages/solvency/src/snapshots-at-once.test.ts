// Goal: of two concurrent snapshots one is left. Its published files are those that its row and its anchor name, and it has an audit line
// if an admin took it.
// Method: both databases; the first one waits, with its files written, until the second one is published.
import type { UserId } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { manifestDigest, readAll, toHex } from '@glasspool/proof';
import { expect, it } from 'vitest';
import type { SolvencyDeps } from './deps.ts';
import { requestSnapshot, takeDueSnapshot } from './index.ts';
import { listFailedBookChecks, TestPoolWithSnapshots } from './testing/index.ts';

const origin = { ipAddress: '127.0.0.1', requestId: 'req-1' };

describeEachDatabase('the taking of a snapshot', (open) => {
  async function withDeposits(): Promise<{
    pool: TestPoolWithSnapshots;
    adminId: UserId;
    second: SolvencyDeps;
  }> {
    const { database, connect } = await open();
    const pool = await new TestPoolWithSnapshots(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'root@example.org');
    await pool.fundReserve('USDT', '1000');
    await pool.investor('alice', 'USDT', '100');
    return { pool, adminId, second: pool.withDatabase(connect()) };
  }

  const listRows = ({ deps }: TestPoolWithSnapshots) =>
    deps.db.read.selectFrom('snapshot').select(['number', 'reason', 'manifestDigest']).execute();

  const countLines = async ({ deps }: TestPoolWithSnapshots): Promise<number> =>
    (
      await deps.db.read
        .selectFrom('auditLog')
        .select('id')
        .where('action', '=', 'snapshot.request')
        .execute()
    ).length;

  /** Returns dependencies that build a snapshot and then wait for `before`. */
  function waiting(deps: SolvencyDeps, before: () => Promise<unknown>): SolvencyDeps {
    return {
      ...deps,
      buildSnapshot: async (given) => {
        const built = await deps.buildSnapshot(given);
        await before();
        return built;
      },
    };
  }

  async function expectWhole(pool: TestPoolWithSnapshots): Promise<void> {
    const [row] = await listRows(pool);
    const manifest = await readAll(pool.deps.snapshots.read(0, 'manifest.bin'));
    expect(toHex(manifestDigest(manifest))).toBe(row?.manifestDigest);
    expect(await listFailedBookChecks(pool.deps.snapshots, 0)).toEqual([]);
  }

  it('leaves the files of the one of two that was published first, and an admin who is second is told', async () => {
    const { pool, adminId, second } = await withDeposits();
    const late = waiting(second, () => takeDueSnapshot(pool.deps));
    await expect(requestSnapshot(late, { adminId, origin })).rejects.toMatchObject({
      code: 'SNAPSHOT_TOO_SOON',
    });
    expect(await listRows(pool)).toMatchObject([{ number: 0, reason: 'daily' }]);
    expect(await countLines(pool)).toBe(0);
    await expectWhole(pool);
  });

  it('leaves an admin’s snapshot of two at once with its audit line, and the worker goes on without one', async () => {
    const { pool, adminId, second } = await withDeposits();
    const late = waiting(second, () => requestSnapshot(pool.deps, { adminId, origin }));
    expect(await takeDueSnapshot(late)).toBeUndefined();
    expect(await listRows(pool)).toMatchObject([{ number: 0, reason: 'requested' }]);
    expect(await countLines(pool)).toBe(1);
    await expectWhole(pool);
  });

  it('leaves no snapshot of an admin without its audit line', async () => {
    const { pool } = await withDeposits();
    // The audit log refuses a line of an unknown admin.
    await expect(requestSnapshot(pool.deps, { adminId: 'usr_no-one', origin })).rejects.toThrow();
    expect(await listRows(pool)).toEqual([]);
    expect(() => pool.deps.snapshots.read(0, 'manifest.bin')).toThrow('Nothing was found here');
  });

  it('leaves no line, no row and no files when the snapshot cannot be published', async () => {
    const { pool, adminId } = await withDeposits();
    const { snapshots } = pool.deps;
    const full = {
      write: snapshots.write.bind(snapshots),
      read: snapshots.read.bind(snapshots),
      discard: snapshots.discard.bind(snapshots),
      publish: async () => {
        throw new Error('The disk is full.');
      },
    };
    await expect(requestSnapshot({ ...pool.deps, snapshots: full }, { adminId, origin })).rejects.toThrow(
      'The disk is full.',
    );
    expect(await listRows(pool)).toEqual([]);
    expect(await countLines(pool)).toBe(0);
    expect(() => snapshots.read(0, 'manifest.bin')).toThrow('Nothing was found here');
  });
});
