import { sql } from 'kysely';
import type { Queryable } from './transaction.ts';

/** Transactions by their numbers, as a consistent read of PostgreSQL sees them. */
export interface Horizon {
  /** All transactions below this number had ended. */
  readonly oldestOpen: bigint;
  /** No transaction from this number on had begun. */
  readonly next: bigint;
}

/**
 * Reads which transactions may still commit ids below the highest one that is visible. Undefined on SQLite: with one writer, an id that
 * is not there will never be.
 */
export async function readHorizon(db: Queryable): Promise<Horizon | undefined> {
  if (db.dialectName === 'sqlite') return undefined;
  const { rows } = await sql<{ oldest: string; next: string }>`
    select pg_snapshot_xmin(seen)::text as oldest, pg_snapshot_xmax(seen)::text as next
    from (select pg_current_snapshot() as seen) as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL did not say which transactions it sees.');
  return { oldestOpen: BigInt(row.oldest), next: BigInt(row.next) };
}
