import {
  type Currency,
  NETWORK_OF,
  type Network,
  shortenMiddle,
  type UserId,
  type WaitingFor,
} from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';

export const TRANSACTION_TYPES = [
  'deposit',
  'withdrawal',
  'daily_payout',
  'investment',
  'principal_unlocked',
  'referral_reward',
  'referral_transfer',
  'wallet_release',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export interface FeedEntry {
  readonly id: string;
  readonly type: TransactionType;
  readonly amountMicro: bigint;
  readonly currency: Currency;
  readonly network: Network;
  readonly txHash: string | null;
  readonly to: string | null;
  /** 'success', or the state that it is in. */
  readonly status: string;
  /** Why it was rejected or failed. */
  readonly reason: string | null;
  /** Reason why an approved withdrawal waits. */
  readonly waitingFor: WaitingFor | null;
  readonly createdAt: number;
}

export interface Page {
  readonly page: number;
  readonly limit: number;
}

interface Row {
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

/** A user's own history, newest first: deposits, withdrawals, investments, rewards and returned principal. */
export async function listUserTransactions(
  { db }: Pick<PoolDeps, 'db'>,
  request: Page & { userId: UserId },
): Promise<{ entries: FeedEntry[]; total: number }> {
  const { userId } = request;
  const feed = sql<Row>`
    select id, 'deposit' as type, amount_micro, currency, tx_hash, address as recipient,
      case when reversed_at is not null then 'reversed' when state = 'credited' then 'success' else state end as status, cast(null as text) as reason, cast(null as text) as waiting_for, created_at
    from deposit where user_id = ${userId} and amount_micro > 0
    union all
    select id, 'withdrawal', amount_micro, currency, tx_hash, address,
      case state when 'confirmed' then 'success' else state end, case when waiting_for = 'check' then null else reason end, waiting_for, created_at
    from withdrawal where user_id = ${userId} and source = 'user'
    union all
    select investment_id || '/' || day, 'daily_payout', paid_micro, currency, null, null, 'success', null, null, created_at
    from reward where user_id = ${userId} and paid_micro > 0
    union all
    select id, 'investment', principal_micro, currency, null, null, 'success', null, null, created_at
    from investment where user_id = ${userId}
    union all
    select id || '/unlocked', 'principal_unlocked', principal_micro, currency, null, null, 'success', null, null, unlocks_at
    from investment where user_id = ${userId} and state = 'matured'
    union all
    select investment_id || '/' || day || '/' || level, 'referral_reward', paid_micro, currency, null, null, 'success', null, null, created_at
    from referral_reward where user_id = ${userId} and paid_micro > 0
    union all
    select id, 'referral_transfer', amount_micro, currency, null, null, 'success', null, null, created_at
    from referral_transfer where user_id = ${userId}
    union all
    select id, 'wallet_release', amount_micro, currency, null, null, 'success', null, null, created_at
    from wallet_release where user_id = ${userId}`;
  return readPage(db.read, feed, request);
}

/** Deposits and withdrawals of everybody, newest first, with addresses shortened: anyone may see them. */
export async function listPublicTransactions(
  { db }: Pick<PoolDeps, 'db'>,
  request: Page & { type?: 'deposit' | 'withdrawal' | undefined },
): Promise<{ entries: FeedEntry[]; total: number }> {
  const { type } = request;
  const feed = sql<Row>`
    select id, 'deposit' as type, amount_micro, currency, tx_hash, address as recipient,
      case when reversed_at is not null then 'reversed' when state = 'credited' then 'success' else state end as status, cast(null as text) as reason, cast(null as text) as waiting_for, created_at
    from deposit where user_id is not null and amount_micro > 0 and ${type !== 'withdrawal' ? sql.lit(1) : sql.lit(0)} = 1
    union all
    select id, 'withdrawal', amount_micro, currency, tx_hash, address, 'success', null, null, created_at
    from withdrawal where state = 'confirmed' and source = 'user' and ${type !== 'deposit' ? sql.lit(1) : sql.lit(0)} = 1`;
  const { entries, total } = await readPage(db.read, feed, request);
  return { entries: entries.map((entry) => ({ ...entry, to: entry.to && shortenMiddle(entry.to) })), total };
}

async function readPage(
  db: Queryable,
  feed: ReturnType<typeof sql<Row>>,
  page: Page,
): Promise<{ entries: FeedEntry[]; total: number }> {
  const rows = await sql<Row>`select * from (${feed}) as feed order by created_at desc, id desc
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`.execute(db);
  const count = await sql<{ total: number }>`select count(*) as total from (${feed}) as feed`.execute(db);
  return {
    entries: rows.rows.map(({ recipient, ...row }) => ({
      ...row,
      to: recipient,
      network: NETWORK_OF[row.currency],
    })),
    total: count.rows[0]?.total ?? 0,
  };
}
