import {
  type Currency,
  TRANSACTION_TYPES,
  type TransactionType,
  type UserId,
  type WithdrawalReason,
} from '@glasspool/core';
import { isLostOutgoing, iteratePages, type PageOf, type PageRequest } from '@glasspool/db';
import type { PoolDeps } from '@glasspool/pool/deps';
import { type RawBuilder, sql } from 'kysely';
import { DEPOSIT_COLUMNS, type FeedEntry, type FeedRow, readPage } from './feed.ts';

/** Number of rows that an export reads at a time. */
const EXPORT_BATCH = 500;

/** Filter on a user's history. A field that is left out matches everything. */
export interface UserTransactionFilter {
  readonly userId: UserId;
  readonly type?: TransactionType | undefined;
  readonly currency?: Currency | undefined;
  /** Beginning of the period, included, and end, excluded; in ms since the epoch. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** Columns of a row for something that happens inside the pool and succeeds at once. */
function selectSuccess(type: TransactionType, amount: string): RawBuilder<unknown> {
  return sql`${sql.lit(type)} as type, ${sql.ref(amount)} as amount_micro, currency, cast(null as text) as tx_hash,
    cast(null as text) as recipient, 'success' as status, cast(null as text) as reason, cast(null as text) as waiting_for`;
}

/** Condition on a withdrawal that replaced blocks have lost, until an admin gives it back. */
const IS_LOST = sql<boolean>`exists (select 1 from outgoing where outgoing.id = withdrawal.id and ${isLostOutgoing})`;
const LOST: WithdrawalReason = 'payment-lost';

/** Select of the rows of each type, over an index that has the rows of a user in the order of time. */
const BRANCHES: Readonly<Record<TransactionType, (userId: UserId) => RawBuilder<FeedRow>>> = {
  deposit: (userId) =>
    sql`select ${DEPOSIT_COLUMNS} from deposit where user_id = ${userId} and amount_micro > 0`,
  withdrawal: (
    userId,
  ) => sql`select id, 'withdrawal' as type, amount_micro, currency, tx_hash, address as recipient,
      case state when 'confirmed' then 'success' else state end as status, case when waiting_for = 'check' then null when ${IS_LOST} then ${sql.lit(LOST)} else reason end as reason, waiting_for, created_at
    from withdrawal where user_id = ${userId} and source = 'user'`,
  daily_payout: (
    userId,
  ) => sql`select investment_id || '/' || day as id, ${selectSuccess('daily_payout', 'paid_micro')}, created_at
    from reward where user_id = ${userId} and paid_micro > 0`,
  investment: (userId) => sql`select id, ${selectSuccess('investment', 'principal_micro')}, created_at
    from investment where user_id = ${userId}`,
  principal_unlocked: (
    userId,
  ) => sql`select id || '/unlocked' as id, ${selectSuccess('principal_unlocked', 'principal_micro')}, unlocks_at as created_at
    from investment where user_id = ${userId} and state = 'matured'`,
  referral_reward: (
    userId,
  ) => sql`select investment_id || '/' || day || '/' || level as id, ${selectSuccess('referral_reward', 'paid_micro')}, created_at
    from referral_reward where user_id = ${userId} and paid_micro > 0`,
  referral_transfer: (
    userId,
  ) => sql`select id, ${selectSuccess('referral_transfer', 'amount_micro')}, created_at
    from referral_transfer where user_id = ${userId}`,
  wallet_release: (userId) => sql`select id, ${selectSuccess('wallet_release', 'amount_micro')}, created_at
    from wallet_release where user_id = ${userId}`,
};

/** A page of a user's own history, newest first: deposits, withdrawals, investments, rewards and returned principal. */
export async function listUserTransactions(
  { db }: Pick<PoolDeps, 'db'>,
  { userId, type, currency, from, until, ...page }: UserTransactionFilter & PageRequest,
): Promise<PageOf<FeedEntry>> {
  const types = type === undefined ? TRANSACTION_TYPES : [type];
  const conditions = [
    ...(currency === undefined ? [] : [sql<boolean>`currency = ${currency}`]),
    ...(from === undefined ? [] : [sql<boolean>`created_at >= ${from}`]),
    ...(until === undefined ? [] : [sql<boolean>`created_at < ${until}`]),
  ];
  return readPage(
    db.read,
    types.map((one) => BRANCHES[one](userId)),
    page,
    conditions.length === 0 ? undefined : sql<boolean>`${sql.join(conditions, sql` and `)}`,
  );
}

/** Iterates over all rows that match a filter, newest first. */
export function iterateUserTransactions(
  deps: Pick<PoolDeps, 'db'>,
  filter: UserTransactionFilter,
): AsyncGenerator<FeedEntry> {
  return iteratePages((page) => listUserTransactions(deps, { ...filter, ...page }), EXPORT_BATCH);
}
