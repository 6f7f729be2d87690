import { type Database, readSetting, writeSetting } from '@glasspool/db';

const SETTING = 'dev.clockOffsetMs';

/** Time by which the pool's clock was moved forward on this local network; 0 at first. */
export async function loadClockOffset(db: Database): Promise<number> {
  return Number((await readSetting(db.read, SETTING)) ?? 0);
}

/** Stores how far the clock was moved, so that the next start continues from there. */
export async function storeClockOffset(db: Database, offsetMs: number): Promise<void> {
  await writeSetting(db, SETTING, String(offsetMs));
}
