import { setImmediate } from 'node:timers/promises';
import { COUNTED_MAX } from '@glasspool/core';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './transaction.ts';

/** Place of an entry in a list that is sorted by time and, within a millisecond, by id. */
export interface Place {
  readonly createdAt: number;
  readonly id: string;
}

/** Part of a list: a page by its number, or what follows a place. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
  /** The last entry that the caller has; the page number counts for nothing then. */
  readonly after?: Place | undefined;
}

export interface PageOf<Entry> {
  readonly entries: Entry[];
  /** Entries of the whole list, at most COUNTED_MAX. */
  readonly total: number;
  /** Last entry of this page; undefined when nothing follows it. */
  readonly next: Place | undefined;
}

/** Entries to leave out before a page. */
export function getOffset({ page, limit, after }: PageRequest): number {
  return after === undefined ? (page - 1) * limit : 0;
}

/** Condition on rows that follow a place, by their time and id; newest first unless told. The time alone is what an index may hold. */
export function isAfter(
  place: Place | undefined,
  { order = 'newest', table }: { order?: 'newest' | 'oldest'; table?: string } = {},
): RawBuilder<boolean> {
  if (place === undefined) return sql<boolean>`1 = 1`;
  const { createdAt, id } = place;
  const [time, key] = ['created_at', 'id'].map((name) =>
    sql.ref(table === undefined ? name : `${table}.${name}`),
  );
  return order === 'newest'
    ? sql<boolean>`${time} <= ${createdAt} and (${time}, ${key}) < (${createdAt}, ${id})`
    : sql<boolean>`${time} >= ${createdAt} and (${time}, ${key}) > (${createdAt}, ${id})`;
}

/** Every entry of a list, read page by page from where the last one ended, so that its length costs no memory. */
export async function* iteratePages<Entry>(
  list: (request: PageRequest) => Promise<PageOf<Entry>>,
  batch: number,
): AsyncGenerator<Entry> {
  let after: PageRequest['after'];
  do {
    const { entries, next } = await list({ page: 1, limit: batch, after });
    yield* entries;
    after = next;
    // Rows that a browser's buffer takes at once must not keep others waiting.
    await setImmediate();
  } while (after !== undefined);
}

/** Counts the rows of a select, up to the most that is counted. */
export async function countUpTo(db: Queryable, rows: Expression<unknown>): Promise<number> {
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select 1 from (${rows}) as listed limit ${COUNTED_MAX}) as counted`.execute(
    db,
  );
  return counted.rows[0]?.total ?? 0;
}

/** Cuts off the one row that was read beyond the limit to see whether anything follows. */
export function cutPage<Row extends Place>(
  rows: readonly Row[],
  limit: number,
): { rows: readonly Row[]; next: Place | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next =
    rows.length > limit && last !== undefined ? { createdAt: last.createdAt, id: last.id } : undefined;
  return { rows: page, next };
}
