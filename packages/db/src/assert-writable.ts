import type { Database } from './database.ts';

const COUNTER = 'probe';

/**
 * Writes one row, as every order of a user would: a database that only reads, or whose disk is full, answers questions all the same.
 *
 * @param now any number that is not the last one
 * @throws PoolError DATABASE_AWAY
 */
export async function assertWritable(database: Database, now: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .insertInto('counter')
      .values({ name: COUNTER, value: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: now }))
      .execute();
  });
}
