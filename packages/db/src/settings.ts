import type { Database } from './database.ts';
import type { Queryable } from './transaction.ts';

/** Value of a setting that survives restarts, or undefined when it was never set. */
export async function readSetting(db: Queryable, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Stores a setting, in a transaction of its own. */
export async function writeSetting(db: Database, name: string, value: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}
