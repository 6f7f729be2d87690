import { countUpTo, cutPage, getOffset, type PageOf, type PageRequest } from '@glasspool/db';
import type { PoolDeps } from '@glasspool/pool/deps';
import { type RawBuilder, sql } from 'kysely';
import {
  type AdminFilter,
  type FeedOrder,
  type ResolvedFilter,
  resolveFilter,
  selectKeys,
} from './admin-filter.ts';
import { type AdminTransaction, type FeedKey, hydrate } from './hydrate.ts';

/** Returns a page of everything that moved, for admins and auditors. */
export async function listAdminTransactions(
  { db }: Pick<PoolDeps, 'db'>,
  request: AdminFilter & PageRequest,
): Promise<PageOf<AdminTransaction>> {
  const filter = await resolveFilter(db.read, request);
  if (filter === undefined) return { entries: [], total: 0, next: undefined };
  const found = await pageOfKeys({ ...request, ...filter }).execute(db.read);
  const { rows, next } = cutPage(found.rows, request.limit);
  const total = await countUpTo(db.read, selectKeys(filter, undefined));
  return { entries: await hydrate(db.read, rows), total, next };
}

/** Statement that selects the keys of a page, and of one more row if there is one. */
export function pageOfKeys(request: ResolvedFilter & PageRequest): RawBuilder<FeedKey> {
  return sql<FeedKey>`${selectKeys(request, request.after)}
    order by ${computeOrder(request.order)} limit ${request.limit + 1} offset ${getOffset(request)}`;
}

const EXPORT_BATCH = 500;

/**
 * Iterates over everything that matches a filter, in batches that continue after the last row. An export of any length needs little memory.
 */
export async function* iterateAdminTransactions(
  { db }: Pick<PoolDeps, 'db'>,
  filter: AdminFilter,
): AsyncGenerator<AdminTransaction> {
  const resolved = await resolveFilter(db.read, filter);
  if (resolved === undefined) return;
  let last: FeedKey | undefined;
  for (;;) {
    const keys = await sql<FeedKey>`${selectKeys(resolved, last)}
      order by ${computeOrder(filter.order)} limit ${EXPORT_BATCH}`.execute(db.read);
    yield* await hydrate(db.read, keys.rows);
    last = keys.rows.at(-1);
    if (keys.rows.length < EXPORT_BATCH) return;
  }
}

function computeOrder(order: FeedOrder): RawBuilder<unknown> {
  return order === 'newest' ? sql`created_at desc, id desc` : sql`created_at, id`;
}
