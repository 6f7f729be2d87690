// Goal: processes on several machines have the time of their database, also where a machine's own is wrong or is set.
import { Database } from '@glasspool/db';
import { newPostgresDatabase } from '@glasspool/db/testing';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

const HOURS_MS = 3 * 3_600_000;
/** A machine that is busy answers late. */
const LATE_MS = 10_000;

afterEach(() => void vi.useRealTimers());

it('is that of the database, by which a machine that is hours wrong does not count', async () => {
  const url = await newPostgresDatabase();
  await using db = new Database(() => url);
  const readTime = async (): Promise<number> => {
    const { rows } = await sql<{
      now: string;
    }>`select (extract(epoch from clock_timestamp()) * 1000)::text as now`.execute(db.untyped());
    return Number(rows[0]?.now);
  };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOURS_MS });
  using clock = await DatabaseClock.follow(db);
  expect(Math.abs(clock.now() - (await readTime()))).toBeLessThan(LATE_MS);
  vi.setSystemTime(Date.now() - 2 * HOURS_MS);
  expect(Math.abs(clock.now() - (await readTime()))).toBeLessThan(LATE_MS);
});
