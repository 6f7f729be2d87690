import type { Clock } from '@glasspool/core';
import { type Database, databaseTime } from '@glasspool/db';

const FOLLOW_EVERY_MS = 5_000;
/** A database that took longer to say its time said nothing about it. */
const ANSWER_MS_MAX = 500;

/**
 * The clock of the database, for processes on several machines: they have one time between them, whatever their machines say. Between two
 * looks it goes on by the monotonic clock of the process, so that a machine whose time is set, or wrong, changes nothing.
 */
export class DatabaseClock implements Clock, Disposable {
  readonly #db: Database;
  readonly #timer: NodeJS.Timeout;
  #seen: { readonly nowMs: number; readonly atMs: number } | undefined;

  private constructor(db: Database) {
    this.#db = db;
    // While the database is away, the time that it said last goes on.
    this.#timer = setInterval(() => void this.#look().catch(() => undefined), FOLLOW_EVERY_MS);
    this.#timer.unref();
  }

  /** @throws PoolError DATABASE_AWAY when the database does not answer. */
  static async follow(db: Database): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db);
    try {
      await clock.#look();
      return clock;
    } catch (error) {
      clock[Symbol.dispose]();
      throw error;
    }
  }

  now(): number {
    if (this.#seen === undefined) throw new Error('The database has not said its time yet.');
    return Math.round(this.#seen.nowMs + performance.now() - this.#seen.atMs);
  }

  async #look(): Promise<void> {
    const askedAtMs = performance.now();
    const { read } = this.#db;
    const { now } = await read
      .selectNoFrom(databaseTime(read.dialectName).as('now'))
      .executeTakeFirstOrThrow();
    const answeredAtMs = performance.now();
    // The first word is taken however late it is.
    if (this.#seen !== undefined && answeredAtMs - askedAtMs > ANSWER_MS_MAX) return;
    this.#seen = { nowMs: Number(now), atMs: (askedAtMs + answeredAtMs) / 2 };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
