// Goal: a test of two calls at the same moment fails whenever the lock that it is about is missing, not only when their statements happen to
// meet. Method: a counter that is read and written with and without its lock, many times over.
import { expect, it } from 'vitest';
import type { Database } from './database.ts';
import { lockRows } from './expressions.ts';
import { describeEachDatabase, overlap } from './testing.ts';

const TIMES = 20;

describeEachDatabase('an overlap of two calls', (open, dialect) => {
  /** Adds 1 to a counter twice at the same moment, again and again. Returns what it counted at last. */
  async function countTwiceAtOnce(isLocked: boolean): Promise<number> {
    const { database, connect } = await open();
    const other = connect();
    await database.transaction((tx) =>
      tx.insertInto('setting').values({ name: 'counter', value: '0' }).execute(),
    );
    const add = (db: Database): Promise<unknown> =>
      db.transaction(async (tx) => {
        const query = tx.selectFrom('setting').select('value').where('name', '=', 'counter');
        const { value } = await (isLocked ? lockRows(tx, query) : query).executeTakeFirstOrThrow();
        const next = String(Number(value) + 1);
        await tx.updateTable('setting').set({ value: next }).where('name', '=', 'counter').execute();
      });
    for (let time = 1; time <= TIMES; time += 1)
      await overlap(
        database,
        () => add(database),
        () => add(other),
      );
    const { value } = await database.read.selectFrom('setting').select('value').executeTakeFirstOrThrow();
    return Number(value);
  }

  it('counts each of both where a lock keeps one behind the other', async () => {
    expect(await countTwiceAtOnce(true)).toBe(2 * TIMES);
  });

  // SQLite has one writer at a time.
  if (dialect === 'postgres')
    it('loses one of both each time where there is no lock', async () => {
      expect(await countTwiceAtOnce(false)).toBe(TIMES);
    });

  it('tells how each of them ended, also when the first fails before it writes', async () => {
    const { database } = await open();
    const results = await overlap(
      database,
      () => Promise.reject(new Error('no')),
      () => Promise.resolve('yes'),
    );
    expect(results).toEqual([
      { status: 'rejected', reason: new Error('no') },
      { status: 'fulfilled', value: 'yes' },
    ]);
    // A wait that is left over would hold the next transaction up for ever.
    await database.transaction((tx) => tx.selectFrom('setting').selectAll().execute());
  });
});
