import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Database } from './database.ts';

type Work = Parameters<Database['transaction']>[0];

/** Number of connections to a database of PostgreSQL that wait for a lock of another. */
export async function countWaiting(database: Database): Promise<number> {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.untyped());
  return rows.length;
}

/**
 * Runs two calls at the same moment: `second` begins once the first transaction of `first` over `database` has done all of its work, and that
 * transaction commits once `second` waits for a lock of it or is over. So each of them reads what it reads before the other one has committed,
 * unless a lock keeps it from that. SQLite has one writer: there `second` waits for its turn. Returns how each of them ended.
 */
export async function overlap<First, Second>(
  database: Database,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[PromiseSettledResult<First>, PromiseSettledResult<Second>]> {
  const worked = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  afterNextWork(database, () => {
    worked.resolve();
    return mayCommit.promise;
  });
  const firstEnded = Promise.allSettled([first()]);
  await Promise.race([worked.promise, firstEnded]);
  let isOver = false;
  const secondEnded = Promise.allSettled([second().finally(() => (isOver = true))]);
  const isMet = async (): Promise<boolean> => isOver || (await countWaiting(database)) > 0;
  if (database.dialectName === 'postgres')
    await vi.waitUntil(isMet, { timeout: 30_000 }).finally(() => mayCommit.resolve());
  mayCommit.resolve();
  const [[firstResult], [secondResult]] = await Promise.all([firstEnded, secondEnded]);
  return [firstResult, secondResult];
}

/** Lets the next transaction of a database wait, after its work and before it commits. */
function afterNextWork(database: Database, wait: () => Promise<void>): void {
  Object.defineProperty(database, 'transaction', {
    configurable: true,
    value: (work: Work) => {
      Reflect.deleteProperty(database, 'transaction');
      return database.transaction(async (tx) => {
        const result = await work(tx);
        await wait();
        return result;
      });
    },
  });
}
