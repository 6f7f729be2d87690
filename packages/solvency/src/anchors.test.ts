// Goal: each snapshot is anchored once, under the nonce of its number, and the anchoring address gets coins for its fees once, whatever two processes do at the same moment, and the fee of that is booked.
// Method: a second process that is asked for the fee while the first one sends.
import { describeEachDatabase } from '@glasspool/db/testing';
import { reconcile, recordGasTopUp, verifyBooks } from '@glasspool/pool';
import { readAll } from '@glasspool/proof';
import { expect, it, vi } from 'vitest';
import { anchorSnapshots, listSnapshots, takeSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

describeEachDatabase('anchors', (open) => {
  it('are one for each snapshot, in order, each under the nonce of its number, and paid for once', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.investor('alice', 'TRX', '250.5');
    for (let number = 0; number < 3; number += 1) await takeSnapshot(pool.deps, 'requested');
    for (let step = 0; step < 20; step += 1) {
      await anchorSnapshots(pool.deps);
      pool.bsc.finalize();
      await pool.scan();
    }
    const { snapshots } = await listSnapshots(pool.deps, { page: 1, limit: 10 });
    expect(snapshots.map(({ number, anchorTxHash }) => [number, anchorTxHash !== null])).toEqual(
      [2, 1, 0].map((number) => [number, true]),
    );
    const nonces = await pool.deps.db.read
      .selectFrom('outgoingNonce')
      .select(['nonce', 'subject'])
      .where('subject', 'like', 'snapshot/%')
      .where('sender', '=', pool.bsc.deriveAddress(2 ** 31 - 1))
      .orderBy('nonce')
      .execute();
    expect(nonces).toEqual([0, 1, 2].map((nonce) => ({ nonce, subject: `snapshot/${nonce}` })));
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'BNB')).toMatchObject({ unexplainedUnits: 0n });
    const anchor = await readAll(pool.deps.snapshots.read(1, 'anchor.json'));
    expect(new TextDecoder().decode(anchor)).toContain(String(snapshots[1]?.anchorTxHash));
  });

  it('get coins for their fees once from two processes at the same moment, and their fee is booked', async () => {
    const { database, connect } = await open();
    const pool = await new TestPoolWithSnapshots(database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await takeSnapshot(pool.deps, 'requested');
    const quote = pool.bsc.quoteSend.bind(pool.bsc);
    // The second one has seen that nothing was sent, and asks what it costs.
    vi.spyOn(pool.bsc, 'quoteSend').mockImplementationOnce(async (intent) => {
      await anchorSnapshots(pool.deps);
      return quote(intent);
    });
    await anchorSnapshots(pool.withDatabase(connect()));
    const subjects = await pool.deps.db.read
      .selectFrom('outgoingNonce')
      .select('subject')
      .where('subject', 'like', 'snapshot/0/gas/%')
      .execute();
    expect(subjects).toEqual([{ subject: 'snapshot/0/gas/0' }]);
    for (let step = 0; step < 6; step += 1) {
      pool.bsc.finalize();
      await pool.scan();
      await anchorSnapshots(pool.deps);
    }
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'BNB')).toMatchObject({ unexplainedUnits: 0n });
  });
});
