// Goal: no transfer is left out of the journal and none is in it twice, whenever its transaction commits. On PostgreSQL an id is taken
// before the commit, so a transfer of a long transaction appears below ids that were published before.
// Method: a real transaction that stays open during a snapshot, and the collector alone.
import { transfers } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { postNew } from '@glasspool/ledger';
import { describe, expect, it, vi } from 'vitest';
import { takeSnapshot } from './index.ts';
import { findUnread, RangeCollector } from './journal-ranges.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const SETTLED_WITHIN_MS = 30_000;

describeEachDatabase('the journal of a late transaction', (open, dialect) => {
  const getIds = async (pool: TestPoolWithSnapshots): Promise<number[]> => {
    const ranges = await pool.deps.db.read
      .selectFrom('journalRange')
      .selectAll()
      .orderBy('firstPosition')
      .execute();
    return ranges.flatMap(({ firstTransferId, entries }) =>
      Array.from({ length: entries }, (_, index) => firstTransferId + index),
    );
  };

  it('has each transfer once, and never what was rolled back', async () => {
    const { database, connect } = await open();
    const pool = await new TestPoolWithSnapshots(database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '1000');
    const credit = (txHash: string) =>
      transfers.creditDeposit(
        {
          network: 'BSC',
          txHash,
          logIndex: 0,
          reversals: 0,
          userId: alice,
          currency: 'USDT',
          amountMicro: 1n,
        },
        0n,
      );
    const post = (txHash: string): Promise<void> =>
      pool.deps.db.transaction((tx) => postNew(tx, credit(txHash), pool.clock.now()));
    const posted = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const rolledBack = connect().transaction(async (tx) => {
      await postNew(tx, credit('0xrolledback'), pool.clock.now());
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    // The late transaction locks its balance row until it commits, so later transfers credit another user.
    const bob = await pool.signUp('bob');
    const late = connect().transaction(async (tx) => {
      const transfer = credit('0xlate');
      await postNew(tx, { ...transfer }, pool.clock.now());
      posted.resolve();
      await mayCommit.promise;
    });
    await posted.promise;
    // SQLite has one writer: the late transaction must commit before any other one can.
    if (dialect === 'sqlite') mayCommit.resolve();
    const other = transfers.creditDeposit(
      {
        network: 'TRON',
        txHash: '0xother',
        logIndex: 0,
        reversals: 0,
        userId: bob,
        currency: 'TRX',
        amountMicro: micro('5'),
      },
      0n,
    );
    await pool.deps.db.transaction((tx) => postNew(tx, other, pool.clock.now()));
    await takeSnapshot(pool.deps, 'requested');
    const before = await getIds(pool);
    mayCommit.resolve();
    await late;
    await takeSnapshot(pool.deps, 'requested');
    await post('0xafter');
    await takeSnapshot(pool.deps, 'requested');
    const after = await getIds(pool);
    const all = await pool.deps.db.read.selectFrom('transfer').select('id').orderBy('id').execute();
    expect(after.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id));
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.length - before.length).toBe(dialect === 'sqlite' ? 1 : 2);
    // Transactions in other databases of the server count too: the oldest of all keeps ids open.
    await vi.waitUntil(
      async () => {
        const { openTransfers } = await pool.deps.db.read
          .selectFrom('snapshot')
          .select('openTransfers')
          .orderBy('number', 'desc')
          .executeTakeFirstOrThrow();
        if (openTransfers !== '[]') await takeSnapshot(pool.deps, 'requested');
        return openTransfers === '[]';
      },
      { timeout: SETTLED_WITHIN_MS },
    );
  });
});

describe('an id that is missing', () => {
  const newest = (openTransfers: string) =>
    // The collector reads only these columns of a snapshot's row.
    ({ journalLength: 5, lastTransferId: 7, openTransfers }) as Parameters<typeof findUnread>[0];

  it('is looked for again while its transaction may run, and given up once that has ended', () => {
    const first = new RangeCollector(undefined, {
      snapshotNumber: 0,
      horizon: { oldestOpen: 90n, next: 100n },
    });
    for (const id of [1, 2, 5, 7]) first.push(id);
    const { openTransfers, ranges, lastTransferId } = first.finish();
    expect(lastTransferId).toBe(7);
    expect(
      ranges.map(({ firstPosition, firstTransferId, entries }) => [firstPosition, firstTransferId, entries]),
    ).toEqual([
      [0, 1, 2],
      [2, 5, 1],
      [3, 7, 1],
    ]);
    const previous = newest(openTransfers);
    expect(findUnread(previous).map(({ from, to }) => [from, to])).toEqual([
      [3, 4],
      [6, 6],
      [8, Number.MAX_SAFE_INTEGER],
    ]);
    const running = new RangeCollector(previous, {
      snapshotNumber: 1,
      horizon: { oldestOpen: 99n, next: 120n },
    });
    for (const id of [4, 8]) running.push(id);
    const left = running.finish();
    expect(JSON.parse(left.openTransfers)).toEqual([
      { from: 3, to: 3, next: '100' },
      { from: 6, to: 6, next: '100' },
    ]);
    const over = new RangeCollector(newest(left.openTransfers), {
      snapshotNumber: 2,
      horizon: { oldestOpen: 100n, next: 130n },
    });
    over.push(8);
    expect(over.finish().openTransfers).toBe('[]');
  });

  it('is not looked for with one writer', () => {
    const collector = new RangeCollector(undefined, { snapshotNumber: 0, horizon: undefined });
    for (const id of [1, 4]) collector.push(id);
    expect(collector.finish().openTransfers).toBe('[]');
  });
});
