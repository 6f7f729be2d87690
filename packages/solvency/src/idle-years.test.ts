// Goal: a pool in which nothing happened for years proves its journal. Method: more snapshots without entries between two deposits than the
// list of one page has.
import { describeEachDatabase } from '@glasspool/db/testing';
import { decodeManifest, isConsistent, readAll } from '@glasspool/proof';
import { expect, it } from 'vitest';
import { getConsistencyProof, takeSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const IDLE_SNAPSHOTS = 1_100;
const ROWS_PER_INSERT = 100;

describeEachDatabase('the journal of a pool that was idle', (open) => {
  it('is proved over a thousand snapshots without entries', async () => {
    const { database } = await open();
    const pool = await new TestPoolWithSnapshots(database).start();
    const getLog = async (number: number) => {
      const manifest = decodeManifest(await readAll(pool.deps.snapshots.read(number, 'manifest.bin')));
      return { length: manifest.journalLength, root: manifest.journalHeadDigest };
    };
    await pool.investor('alice', 'USDT', '100');
    expect(await takeSnapshot(pool.deps, 'daily')).toBe(0);
    const first = await database.read.selectFrom('snapshot').selectAll().executeTakeFirstOrThrow();
    const idle = Array.from({ length: IDLE_SNAPSHOTS }, (_, index) => ({ ...first, number: index + 1 }));
    for (let start = 0; start < idle.length; start += ROWS_PER_INSERT)
      await database.transaction((tx) =>
        tx
          .insertInto('snapshot')
          .values(idle.slice(start, start + ROWS_PER_INSERT))
          .execute(),
      );
    for (const { number } of idle) await pool.deps.snapshots.write(number, 'journal-hashes.bin', []);
    const checkpoint = await readAll(pool.deps.snapshots.read(0, 'checkpoint.json'));
    await pool.deps.snapshots.write(IDLE_SNAPSHOTS, 'checkpoint.json', [checkpoint]);
    await pool.investor('bob', 'USDT', '100');
    const last = await takeSnapshot(pool.deps, 'daily');
    expect(last).toBe(IDLE_SNAPSHOTS + 1);
    const proof = await getConsistencyProof(pool.deps, { from: 0, to: last });
    expect(isConsistent(await getLog(0), await getLog(last), proof)).toBe(true);
  });
});
