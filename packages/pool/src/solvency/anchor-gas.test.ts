// Goal: the anchoring address gets coins for its fees once, whatever two processes do at the same moment, and the fee of that is booked.
// Method: a second process that is asked for the fee while the first one sends.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it, vi } from 'vitest';
import { reconcile, recordGasTopUp, verifyBooks } from '../books/index.ts';
import { TestPool } from '../testing/index.ts';
import { anchorSnapshots, takeSnapshot } from './index.ts';

describeEachDatabase('coins for the fees of anchors', (open) => {
  it('are sent once by two processes at the same moment, and their fee is booked', async () => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
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
