import {
  type Currency,
  NETWORK_OF,
  type Network,
  shortenMiddle,
  type UserId,
  type WaitingFor,
} from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { type RawBuilder, sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { countUpTo, cutPage, getOffset, isAfter, type PageOf, type PageRequest } from '../paging.ts';

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

const DEPOSIT_COLUMNS = sql`id, 'deposit' as type, amount_micro, currency, tx_hash, address as recipient,
      case when reversed_at is not null then 'reversed' when state = 'credited' then 'success' else state end as status,
      cast(null as text) as reason, cast(null as text) as waiting_for, created_at`;

/** Columns of a row that happens inside of the pool, at once. */
function successOf(type: TransactionType, amount: string): RawBuilder<unknown> {
  return sql`${sql.lit(type)} as type, ${sql.ref(amount)} as amount_micro, currency, cast(null as text) as tx_hash,
    cast(null as text) as recipient, 'success' as status, cast(null as text) as reason, cast(null as text) as waiting_for`;
}

/** A user's own history, newest first: deposits, withdrawals, investments, rewards and returned principal. */
export async function listUserTransactions(
  { db }: Pick<PoolDeps, 'db'>,
  request: PageRequest & { userId: UserId },
): Promise<PageOf<FeedEntry>> {
  const { userId } = request;
  const branches = [
    sql<Row>`select ${DEPOSIT_COLUMNS} from deposit where user_id = ${userId} and amount_micro > 0`,
    sql<Row>`select id, 'withdrawal' as type, amount_micro, currency, tx_hash, address as recipient,
      case state when 'confirmed' then 'success' else state end as status, case when waiting_for = 'check' then null else reason end as reason, waiting_for, created_at
    from withdrawal where user_id = ${userId} and source = 'user'`,
    sql<Row>`select investment_id || '/' || day as id, ${successOf('daily_payout', 'paid_micro')}, created_at
    from reward where user_id = ${userId} and paid_micro > 0`,
    sql<Row>`select id, ${successOf('investment', 'principal_micro')}, created_at
    from investment where user_id = ${userId}`,
    sql<Row>`select id || '/unlocked' as id, ${successOf('principal_unlocked', 'principal_micro')}, unlocks_at as created_at
    from investment where user_id = ${userId} and state = 'matured'`,
    sql<Row>`select investment_id || '/' || day || '/' || level as id, ${successOf('referral_reward', 'paid_micro')}, created_at
    from referral_reward where user_id = ${userId} and paid_micro > 0`,
    sql<Row>`select id, ${successOf('referral_transfer', 'amount_micro')}, created_at
    from referral_transfer where user_id = ${userId}`,
    sql<Row>`select id, ${successOf('wallet_release', 'amount_micro')}, created_at
    from wallet_release where user_id = ${userId}`,
  ];
  return readPage(db.read, branches, request);
}

/** Deposits and withdrawals of everybody, newest first, with addresses shortened: anyone may see them. */
export async function listPublicTransactions(
  { db }: Pick<PoolDeps, 'db'>,
  request: PageRequest & { type?: 'deposit' | 'withdrawal' | undefined },
): Promise<PageOf<FeedEntry>> {
  const { type } = request;
  const deposits = sql<Row>`select ${DEPOSIT_COLUMNS} from deposit where user_id is not null and amount_micro > 0`;
  const withdrawals = sql<Row>`select id, 'withdrawal' as type, amount_micro, currency, tx_hash, address as recipient, 'success' as status,
      cast(null as text) as reason, cast(null as text) as waiting_for, created_at
    from withdrawal where state = 'confirmed' and source = 'user'`;
  const branches = [
    ...(type === 'withdrawal' ? [] : [deposits]),
    ...(type === 'deposit' ? [] : [withdrawals]),
  ];
  const { entries, ...rest } = await readPage(db.read, branches, request);
  return {
    ...rest,
    entries: entries.map((entry) => ({ ...entry, to: entry.to && shortenMiddle(entry.to) })),
  };
}

/** One page of several lists of rows together, newest first. Of each list only what may be on the page is read, in index order. */
async function readPage(
  db: Queryable,
  branches: readonly RawBuilder<Row>[],
  page: PageRequest,
): Promise<PageOf<FeedEntry>> {
  const offset = getOffset(page);
  const atMost = page.limit + 1;
  const union = sql` union all `;
  const newest = branches.map(
    (branch) => sql`select * from (select * from (${branch}) as branch where ${isAfter(page.after)}
      order by created_at desc, id desc limit ${offset + atMost}) as newest`,
  );
  const found =
    await sql<Row>`select * from (${sql.join(newest, union)}) as feed order by created_at desc, id desc
    limit ${atMost} offset ${offset}`.execute(db);
  const { rows, next } = cutPage(found.rows, page.limit);
  return {
    next,
    entries: rows.map(({ recipient, ...row }) => ({
      ...row,
      to: recipient,
      network: NETWORK_OF[row.currency],
    })),
    total: await countUpTo(db, sql.join(branches, union)),
  };
}
