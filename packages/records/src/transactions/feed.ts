import {
  type Currency,
  NETWORK_OF,
  type Network,
  type TransactionType,
  type WaitingFor,
} from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { countUpTo, cutPage, getOffset, isAfter, type PageOf, type PageRequest } from '@glasspool/db';
import { type RawBuilder, sql } from 'kysely';

export interface FeedEntry {
  readonly id: string;
  readonly type: TransactionType;
  readonly amountMicro: bigint;
  readonly currency: Currency;
  readonly network: Network;
  readonly txHash: string | null;
  readonly to: string | null;
  /** 'success', or the state of the row. */
  readonly status: string;
  /** Reason of the rejection or failure. */
  readonly reason: string | null;
  /** Reason why an approved withdrawal waits. */
  readonly waitingFor: WaitingFor | null;
  readonly createdAt: number;
}

/** Row of a feed, with the column names of its select. */
export interface FeedRow {
  id: string;
  type: TransactionType;
  amountMicro: bigint;
  currency: Currency;
  txHash: string | null;
  recipient: string | null;
  status: string;
  reason: string | null;
  waitingFor: WaitingFor | null;
  createdAt: number;
}

/** Columns of a deposit in a feed. */
export const DEPOSIT_COLUMNS = sql`id, 'deposit' as type, amount_micro, currency, tx_hash, address as recipient,
      case when reversed_at is not null then 'reversed' when state = 'credited' then 'success' else state end as status,
      cast(null as text) as reason, cast(null as text) as waiting_for, created_at`;

const EVERYTHING = sql<boolean>`1 = 1`;

/**
 * Reads one page of several selects together, newest first. Of each select, only the rows that may be on the page are read, in index order.
 * `condition` applies to every row.
 */
export async function readPage(
  db: Queryable,
  branches: readonly RawBuilder<FeedRow>[],
  page: PageRequest,
  condition: RawBuilder<boolean> = EVERYTHING,
): Promise<PageOf<FeedEntry>> {
  const offset = getOffset(page);
  const atMost = page.limit + 1;
  const union = sql` union all `;
  const newest = branches.map(
    (
      branch,
    ) => sql`select * from (select * from (${branch}) as branch where ${isAfter(page.after)} and ${condition}
      order by created_at desc, id desc limit ${offset + atMost}) as newest`,
  );
  const found =
    await sql<FeedRow>`select * from (${sql.join(newest, union)}) as feed order by created_at desc, id desc
    limit ${atMost} offset ${offset}`.execute(db);
  const { rows, next } = cutPage(found.rows, page.limit);
  const counted = branches.map((branch) => sql`select * from (${branch}) as branch where ${condition}`);
  return { next, entries: rows.map(toEntry), total: await countUpTo(db, sql.join(counted, union)) };
}

function toEntry({ recipient, ...row }: FeedRow): FeedEntry {
  return { ...row, to: recipient, network: NETWORK_OF[row.currency] };
}
