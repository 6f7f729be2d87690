import { type Currency, PoolError, USER_CURRENCIES, type UserId } from '@glasspool/core';
import { receivable, USER_BALANCES, type UserBalance, userAccount } from '@glasspool/core/books';
import type { DialectName, Role } from '@glasspool/db';
import {
  countUpTo,
  cutPage,
  getOffset,
  isAfter,
  iteratePages,
  type PageOf,
  type PageRequest,
} from '@glasspool/db';
import { listOpenSessions, type OpenSession } from '@glasspool/identity/sessions';
import { getBalances } from '@glasspool/ledger';
import type { PoolDeps } from '@glasspool/pool/deps';
import { type RawBuilder, sql } from 'kysely';

export interface UserRow {
  readonly id: UserId;
  readonly email: string;
  readonly userName: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly lockedAt: number | null;
  readonly lockReason: string | null;
  readonly balances: readonly UserBalances[];
}

/** Balances of a user in one currency, by purpose, and the receivable from the user. Amounts in micro-units. */
export type UserBalances = Readonly<Record<UserBalance | 'receivable', bigint>> & {
  readonly currency: Currency;
};

const COLUMNS = ['id', 'email', 'userName', 'role', 'createdAt', 'lockedAt', 'lockReason'] as const;

/** Maximum of users that a search reads by email, and by name. So the cost of a search does not grow with the number of users. */
const FOUND_MAX = 1_000;
/** Number of users that an export reads at a time, each with a dozen balances. */
const EXPORT_BATCH = 100;
/** Sorts after every text with the same beginning. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Returns a page of the users, newest first, with their balances. `search` is the beginning of an email or a name, or an id. */
export async function listUsers(
  { db }: Pick<PoolDeps, 'db'>,
  request: PageRequest & { search?: string | undefined },
): Promise<PageOf<UserRow>> {
  const { limit, search } = request;
  let query = db.read.selectFrom('user');
  if (search !== undefined && search !== '') query = query.where(isFoundBy(search, db.dialectName));
  const found = await query
    .where(isAfter(request.after))
    .select(COLUMNS)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .offset(getOffset(request))
    .execute();
  const { rows, next } = cutPage(found, limit);
  const entries: UserRow[] = [];
  for (const row of rows) entries.push({ ...row, balances: await readBalances(db, row.id) });
  return { entries, total: await countUpTo(db.read, query.select('id')), next };
}

/** Iterates over the users that match a search, or over all users, newest first, with balances. */
export function iterateUsers(deps: Pick<PoolDeps, 'db'>, search?: string): AsyncGenerator<UserRow> {
  return iteratePages((page) => listUsers(deps, { ...page, search }), EXPORT_BATCH);
}

/** Condition on the users that match a search. It uses two ranges of indexes: finding a text in the middle would read every row. */
function isFoundBy(search: string, dialect: DialectName): RawBuilder<boolean> {
  const from = search.toLowerCase();
  // The order of the index is by bytes, whatever the language of the database.
  const inBytes = dialect === 'postgres' ? sql.raw(' collate "C"') : sql.raw('');
  const named = (column: 'email' | 'user_name'): RawBuilder<unknown> => {
    const text = sql`lower(${sql.ref(column)})${inBytes}`;
    return sql`select id from (select id from "user" where ${text} >= ${from} and ${text} < ${from + LAST_CHARACTER}
      limit ${FOUND_MAX}) as found`;
  };
  return sql<boolean>`id in (${named('email')} union ${named('user_name')} union select id from "user" where id = ${search})`;
}

export interface UserDetails extends UserRow {
  readonly referralCode: string;
  readonly wallets: readonly { network: string; address: string }[];
  readonly sessions: readonly OpenSession[];
}

/**
 * Returns one user with addresses and open sessions.
 *
 * @throws PoolError NOT_FOUND
 */
export async function getUser(
  deps: Pick<PoolDeps, 'db' | 'machineClock'>,
  userId: UserId,
): Promise<UserDetails> {
  const { db } = deps;
  const user = await db.read
    .selectFrom('user')
    .select([...COLUMNS, 'referralCode'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) throw new PoolError('NOT_FOUND');
  const wallets = await db.read
    .selectFrom('wallet')
    .select(['network', 'address'])
    .where('userId', '=', userId)
    .orderBy('network')
    .execute();
  const sessions = await listOpenSessions(deps, userId);
  return { ...user, balances: await readBalances(db, userId), wallets, sessions };
}

async function readBalances(db: PoolDeps['db'], userId: UserId): Promise<UserBalances[]> {
  const accounts = USER_CURRENCIES.flatMap((currency) => [
    ...USER_BALANCES.map((name) => userAccount(userId, name, currency)),
    receivable(userId, currency),
  ]);
  const amounts = await getBalances(db.read, accounts);
  return USER_CURRENCIES.map((currency, row) => {
    const width = USER_BALANCES.length + 1;
    const [wallet = 0n, invested = 0n, withdrawable = 0n, referral = 0n, onHold = 0n, owed = 0n] =
      amounts.slice(row * width, (row + 1) * width);
    return { currency, wallet, invested, withdrawable, referral, onHold, receivable: -owed };
  });
}
