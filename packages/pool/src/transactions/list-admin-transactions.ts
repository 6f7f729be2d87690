import {
  ADMIN_TRANSACTION_TYPES,
  type AdminTransactionType,
  type Currency,
  type Network,
} from '@glasspool/core';
import { type RawBuilder, sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import {
  countUpTo,
  cutPage,
  getOffset,
  isAfter,
  type PageOf,
  type PageRequest,
  type Place,
} from '../paging.ts';
import { type FeedKey, hydrate } from './hydrate.ts';

export interface AdminTransaction {
  readonly id: string;
  readonly type: AdminTransactionType;
  readonly amountMicro: bigint;
  readonly currency: Currency;
  readonly network: Network;
  /** 'success', or the state that it is in. */
  readonly status: string;
  readonly txHash: string | null;
  readonly address: string | null;
  /** The user's address of mail; null for what is the operator's or concerns all. */
  readonly email: string | null;
  /** Whether it is the operator's own money. */
  readonly isTreasury: boolean;
  readonly createdAt: number;
}

type FeedOrder = 'newest' | 'oldest';

interface Filter {
  readonly type?: AdminTransactionType | undefined;
  readonly order: FeedOrder;
}

/** Each type's rows as keys that an index holds in the order of the feed, so that pages are merged and not sorted. */
const KEYS: Readonly<Record<AdminTransactionType, RawBuilder<FeedKey>>> = {
  deposit: sql`select 'deposit' as type, created_at, id from deposit`,
  withdrawal: sql`select 'withdrawal' as type, created_at, id from withdrawal`,
  referral_transfer: sql`select 'referral_transfer' as type, created_at, id from referral_transfer`,
  wallet_release: sql`select 'wallet_release' as type, created_at, id from wallet_release`,
  investment: sql`select 'investment' as type, created_at, id from investment`,
  daily_payout: sql`select 'daily_payout' as type, run_at as created_at, id from reward_run`,
};

/** A page of everything that moved, for admins and auditors. */
export async function listAdminTransactions(
  { db }: Pick<PoolDeps, 'db'>,
  request: Filter & PageRequest,
): Promise<PageOf<AdminTransaction>> {
  const { rows, next } = cutPage((await pageOfKeys(request).execute(db.read)).rows, request.limit);
  const total = await countUpTo(db.read, branchesAfter(request, undefined));
  return { entries: await hydrate(db.read, rows), total, next };
}

/** The statement that finds a page, and one row more if there is one. */
export function pageOfKeys(request: Filter & PageRequest): RawBuilder<FeedKey> {
  return sql<FeedKey>`${branchesAfter(request, request.after)}
    order by ${orderOf(request.order)} limit ${request.limit + 1} offset ${getOffset(request)}`;
}

function branchesAfter(filter: Filter, place: Place | undefined): RawBuilder<unknown> {
  const branches = typesOf(filter).map((type) =>
    place === undefined
      ? KEYS[type]
      : sql`select * from (${KEYS[type]}) as ${sql.ref(type)} where ${isAfter(place, { order: filter.order })}`,
  );
  return sql.join(branches, sql` union all `);
}

const EXPORT_BATCH = 500;

/** Everything that a filter holds, in batches, each from where the last one ended: an export of any length in little memory. */
export async function* iterateAdminTransactions(
  { db }: Pick<PoolDeps, 'db'>,
  filter: Filter,
): AsyncGenerator<AdminTransaction> {
  let last: FeedKey | undefined;
  for (;;) {
    const keys = await sql<FeedKey>`${branchesAfter(filter, last)}
      order by ${orderOf(filter.order)} limit ${EXPORT_BATCH}`.execute(db.read);
    yield* await hydrate(db.read, keys.rows);
    last = keys.rows.at(-1);
    if (keys.rows.length < EXPORT_BATCH) return;
  }
}

function orderOf(order: FeedOrder): RawBuilder<unknown> {
  return order === 'newest' ? sql`created_at desc, id desc` : sql`created_at, id`;
}

function typesOf({ type }: Filter): readonly AdminTransactionType[] {
  return type === undefined ? ADMIN_TRANSACTION_TYPES : [type];
}
