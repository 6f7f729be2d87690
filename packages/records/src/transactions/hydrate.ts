import type { AdminTransactionType, Currency, Network, UserId } from '@glasspool/core';
import { NETWORK_OF } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { sql } from 'kysely';

/** Row of the back office's history. */
export interface AdminTransaction {
  readonly id: string;
  readonly type: AdminTransactionType;
  readonly amountMicro: bigint;
  readonly currency: Currency;
  readonly network: Network;
  /** 'success', or the state of the row. */
  readonly status: string;
  readonly txHash: string | null;
  readonly address: string | null;
  /** Email of the user; null for rows of the operator, and for rows that concern all users. */
  readonly email: string | null;
  readonly userId: UserId | null;
  /** True for the operator's own money. */
  readonly isOperator: boolean;
  readonly createdAt: number;
}

/** Position of a row in the history, before the row is read. */
export interface FeedKey {
  readonly type: AdminTransactionType;
  readonly createdAt: number;
  readonly id: string;
}

type Row = Omit<AdminTransaction, 'network' | 'isOperator'> & { isOperator: number };

/** Reads the rows of a page, in the order of their keys. */
export async function hydrate(db: Queryable, keys: readonly FeedKey[]): Promise<AdminTransaction[]> {
  const found = new Map<string, AdminTransaction>();
  for (const type of new Set(keys.map((key) => key.type))) {
    const ids = keys.filter((key) => key.type === type).map(({ id }) => id);
    const { rows } = await READERS[type](ids).execute(db);
    for (const row of rows) {
      const { isOperator, ...rest } = row;
      found.set(row.id, { ...rest, isOperator: isOperator === 1, network: NETWORK_OF[row.currency] });
    }
  }
  return keys.flatMap(({ id }) => found.get(id) ?? []);
}

const READERS = {
  deposit: (ids: readonly string[]) => sql<Row>`
    select d.id, 'deposit' as type, d.amount_micro, d.currency, d.tx_hash, d.address, u.email, d.user_id,
      case when d.user_id is null then 1 else 0 end as is_operator,
      case when d.reversed_at is not null then 'reversed' when d.state = 'credited' then 'success' else d.state end as status, d.created_at
    from deposit d left join "user" u on u.id = d.user_id where d.id in (${sql.join(ids)})`,
  withdrawal: (ids: readonly string[]) => sql<Row>`
    select w.id, 'withdrawal' as type, w.amount_micro, w.currency, w.tx_hash, w.address, u.email,
      case w.source when 'user' then w.user_id end as user_id,
      case w.source when 'operator' then 1 else 0 end as is_operator,
      case w.state when 'confirmed' then 'success' else w.state end as status, w.created_at
    from withdrawal w join "user" u on u.id = w.user_id where w.id in (${sql.join(ids)})`,
  referral_transfer: (ids: readonly string[]) => sql<Row>`
    select r.id, 'referral_transfer' as type, r.amount_micro, r.currency, null as tx_hash, null as address, u.email, r.user_id,
      0 as is_operator, 'success' as status, r.created_at
    from referral_transfer r join "user" u on u.id = r.user_id where r.id in (${sql.join(ids)})`,
  wallet_release: (ids: readonly string[]) => sql<Row>`
    select r.id, 'wallet_release' as type, r.amount_micro, r.currency, null as tx_hash, null as address, u.email, r.user_id,
      0 as is_operator, 'success' as status, r.created_at
    from wallet_release r join "user" u on u.id = r.user_id where r.id in (${sql.join(ids)})`,
  investment: (ids: readonly string[]) => sql<Row>`
    select i.id, 'investment' as type, i.principal_micro as amount_micro, i.currency, null as tx_hash, null as address,
      u.email, i.user_id, 0 as is_operator, 'success' as status, i.created_at
    from investment i join "user" u on u.id = i.user_id where i.id in (${sql.join(ids)})`,
  daily_payout: (ids: readonly string[]) => sql<Row>`
    select id, 'daily_payout' as type, paid_micro + referral_paid_micro as amount_micro, currency, null as tx_hash,
      null as address, null as email, null as user_id, 0 as is_operator, 'success' as status, run_at as created_at
    from reward_run where id in (${sql.join(ids)})`,
} satisfies Record<AdminTransactionType, unknown>;
