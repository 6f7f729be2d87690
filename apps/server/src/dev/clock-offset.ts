import { type Database, readSetting, writeSetting } from '@glasspool/db';
import type { OffsetClock } from '../adapters/clock.ts';

const SETTING = 'dev.clockOffsetMs';
const FOLLOW_EVERY_MS = 500;

/** Time by which the pool's clock was moved forward on this local network; 0 at first. */
export async function loadClockOffset(db: Database): Promise<number> {
  return Number((await readSetting(db.read, SETTING)) ?? 0);
}

/** Stores how far the clock was moved, so that the next start continues from there. */
export async function storeClockOffset(db: Database, offsetMs: number): Promise<void> {
  await writeSetting(db, SETTING, String(offsetMs));
}

/**
 * Follows the clock of a local network that another process of the same pool moved. A process is behind for up to a second, and for as long as
 * the database is away.
 */
export function followClockOffset(db: Database, clock: OffsetClock): Disposable {
  const timer = setInterval(() => {
    void loadClockOffset(db).then(
      (offsetMs) => clock.advance(Math.max(0, offsetMs - clock.offsetMs)),
      () => undefined,
    );
  }, FOLLOW_EVERY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
