import {
  ADMIN_TRANSACTION_TYPES,
  type AdminTransactionType,
  type Currency,
  checkBscAddress,
  Email,
  isId,
  isTronAddress,
  type TransactionOutcome,
  toChecksumAddress,
  type UserId,
} from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { isAfter, type Place } from '@glasspool/db';
import { type RawBuilder, sql } from 'kysely';
import type { FeedKey } from './hydrate.ts';

export type FeedOrder = 'newest' | 'oldest';

/** Filter on everything that moved. A field that is left out matches everything. */
export interface AdminFilter {
  readonly type?: AdminTransactionType | undefined;
  readonly order: FeedOrder;
  readonly currency?: Currency | undefined;
  readonly outcome?: TransactionOutcome | undefined;
  /** Beginning of the period, included, and end, excluded; in ms since the epoch. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Email or id of a user, an address or a transaction of a chain, or the id of a row. */
  readonly search?: string | undefined;
}

/** Filter whose search is resolved to its subject. */
export type ResolvedFilter = Omit<AdminFilter, 'search'> & { readonly subject?: Subject | undefined };

type Subject =
  | { readonly userId: UserId }
  | { readonly address: string }
  | { readonly hashes: readonly string[] }
  | { readonly id: string };

interface Source {
  readonly table: string;
  readonly time: string;
  /** Conditions on the rows of each outcome, in the words of the partial indexes. Rows without states succeed at once. */
  readonly outcomes?: Readonly<Record<TransactionOutcome, string>>;
  /** Left out for rows that concern all users. */
  readonly hasUser?: true;
}

const UNDER_WAY = "state in ('requested', 'reviewing', 'approved', 'signed', 'broadcast')";
const SOURCES: Readonly<Record<AdminTransactionType, Source>> = {
  deposit: {
    table: 'deposit',
    time: 'created_at',
    hasUser: true,
    outcomes: {
      success: "state = 'credited' and reversed_at is null",
      open: "state = 'confirming' and reversed_at is null",
      failed: 'reversed_at is not null',
    },
  },
  withdrawal: {
    table: 'withdrawal',
    time: 'created_at',
    hasUser: true,
    outcomes: {
      success: "state = 'confirmed'",
      open: UNDER_WAY,
      failed: "state in ('rejected', 'cancelled', 'failed')",
    },
  },
  referral_transfer: { table: 'referral_transfer', time: 'created_at', hasUser: true },
  wallet_release: { table: 'wallet_release', time: 'created_at', hasUser: true },
  investment: { table: 'investment', time: 'created_at', hasUser: true },
  daily_payout: { table: 'reward_run', time: 'run_at' },
};

const HASH = /^(?:0x)?[0-9a-f]{64}$/i;

/** Resolves the search of a filter; undefined when it names nothing, so that no row can match. */
export async function resolveFilter(
  db: Queryable,
  { search, ...filter }: AdminFilter,
): Promise<ResolvedFilter | undefined> {
  const text = search?.trim() ?? '';
  if (text === '') return filter;
  if (isId('user', text)) return { ...filter, subject: { userId: text } };
  if (HASH.test(text)) {
    const digits = text.toLowerCase().replace(/^0x/, '');
    return { ...filter, subject: { hashes: [digits, `0x${digits}`] } };
  }
  if (checkBscAddress(text) !== 'not-an-address')
    return { ...filter, subject: { address: toChecksumAddress(text) } };
  if (isTronAddress(text)) return { ...filter, subject: { address: text } };
  const { data: email } = Email.safeParse(text);
  if (email === undefined) return { ...filter, subject: { id: text } };
  const user = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  return user === undefined ? undefined : { ...filter, subject: { userId: user.id } };
}

/**
 * Selects the keys of the rows of a filter after a position. Each type's rows come from an index in the order of the feed, so that the
 * types are merged page by page.
 */
export function selectKeys(filter: ResolvedFilter, place: Place | undefined): RawBuilder<FeedKey> {
  const types = filter.type === undefined ? ADMIN_TRANSACTION_TYPES : [filter.type];
  const branches = types.flatMap((type) => selectKeysOf(type, filter, place) ?? []);
  return branches.length === 0
    ? sql<FeedKey>`select id as type, 0 as created_at, id from reward_run where 1 = 0`
    : sql<FeedKey>`${sql.join(branches, sql` union all `)}`;
}

function selectKeysOf(
  type: AdminTransactionType,
  filter: ResolvedFilter,
  place: Place | undefined,
): RawBuilder<FeedKey> | undefined {
  const { table, time, outcomes, hasUser } = SOURCES[type];
  const { currency, outcome, from, until, subject, order } = filter;
  const conditions: RawBuilder<boolean>[] = [];
  if (subject !== undefined) {
    if ('userId' in subject && hasUser === undefined) return undefined;
    // Only transactions of a chain have an address and a hash.
    if (('address' in subject || 'hashes' in subject) && outcomes === undefined) return undefined;
    conditions.push(isOfSubject(type, subject));
  }
  if (outcome !== undefined) {
    if (outcomes === undefined && outcome !== 'success') return undefined;
    if (outcomes !== undefined) conditions.push(sql.raw<boolean>(outcomes[outcome]));
  }
  const at = sql.ref(time);
  // A literal, as in the partial index: with a parameter, the database would not use that index.
  if (currency !== undefined) conditions.push(sql`currency = ${sql.lit(currency)}`);
  if (from !== undefined) conditions.push(sql`${at} >= ${from}`);
  if (until !== undefined) conditions.push(sql`${at} < ${until}`);
  const where = conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
  const keys = sql`select ${sql.lit(type)} as type, ${at} as created_at, id from ${sql.table(table)}${where}`;
  return place === undefined
    ? sql`${keys}`
    : sql`select * from (${keys}) as ${sql.ref(type)} where ${isAfter(place, { order })}`;
}

function isOfSubject(type: AdminTransactionType, subject: Subject): RawBuilder<boolean> {
  if ('userId' in subject) {
    const isUsers = sql<boolean>`user_id = ${subject.userId}`;
    // A withdrawal of the operator names the admin who requested it.
    return type === 'withdrawal' ? sql`${isUsers} and source = 'user'` : isUsers;
  }
  if ('address' in subject) return sql`address = ${subject.address}`;
  if ('id' in subject) return sql`id = ${subject.id}`;
  const isHash = sql<boolean>`tx_hash in (${sql.join([...subject.hashes])})`;
  // Names the networks, because the unique index of deposits begins with the network.
  return type === 'deposit' ? sql`network in ('BSC', 'TRON') and ${isHash}` : isHash;
}
