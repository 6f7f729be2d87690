import type { Database } from '@glasspool/db';

const SETTING = 'dev.clockOffsetMs';

/** How far the pool's clock was moved forward on this local network; 0 at first. */
export async function loadClockOffset(db: Database): Promise<number> {
  const row = await db.read
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  return row === undefined ? 0 : Number(row.value);
}

/** Remembers how far the clock was moved, so that the next start goes on from there. */
export async function storeClockOffset(db: Database, offsetMs: number): Promise<void> {
  const value = String(offsetMs);
  await db.transaction(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: SETTING, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}
