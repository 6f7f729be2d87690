import { type Account, type UserBalance, userPathParts } from '@glasspool/core/books';
import { lockRows, type Param, prepareSelect, type Queryable, type Transaction } from '@glasspool/db';
import { type RawBuilder, sql } from 'kysely';

/** Id of an account: its path and its currency. */
export function accountId(account: Pick<Account, 'path' | 'currency'>): string {
  return `${account.path}:${account.currency}`;
}

/** Path and currency of an account, from its id. */
export function splitAccountId(id: string): { path: string; currency: string } {
  const colon = id.lastIndexOf(':');
  return { path: id.slice(0, colon), currency: id.slice(colon + 1) };
}

/** SQL of the path of a user account, from an expression for the user id. */
export function userPathSql(userId: RawBuilder<unknown>, name: UserBalance): RawBuilder<string> {
  const { before, after } = userPathParts(name);
  return sql<string>`${sql.lit(before)} || ${userId} || ${sql.lit(after)}`;
}

/** Opens the accounts that do not exist yet, with a balance of zero. */
export async function openAccounts(tx: Transaction, accounts: readonly Account[]): Promise<void> {
  // Nearly always all accounts exist, and reading them costs a fraction of trying to insert them.
  const rows = await readBalances(tx, accounts);
  const known = new Set(rows.map(({ id }) => id));
  const missing = accounts.filter((account) => !known.has(accountId(account)));
  if (missing.length === 0) return;
  await tx
    .insertInto('account')
    .values(
      sortById(missing).map((account) => ({
        id: accountId(account),
        path: account.path,
        currency: account.currency,
        accountClass: account.accountClass,
        userId: account.userId,
        guarded: account.guarded ? 1 : 0,
        balanceMicro: 0n,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Stored balance of an account, in micro-units. Credit balances are positive, debit balances negative; 0 for an account that was never
 * used.
 */
export async function getBalance(db: Queryable, account: Account): Promise<bigint> {
  const [balance = 0n] = await getBalances(db, [account]);
  return balance;
}

/** Stored balances of several accounts, in the order of the request. */
export async function getBalances(db: Queryable, accounts: readonly Account[]): Promise<bigint[]> {
  return inOrder(accounts, await readBalances(db, accounts));
}

interface BalanceRow {
  readonly id: string;
  readonly balanceMicro: bigint;
}

function readBalances(db: Queryable, accounts: readonly Account[]): Promise<BalanceRow[]> {
  const ids = Object.fromEntries(accounts.map((account, index) => [`id${index}`, accountId(account)]));
  return selectBalances(accounts.length)(db, ids);
}

type SelectBalances = ReturnType<typeof prepareBalances>;
const selects = new Map<number, SelectBalances>();

/** Prepared statement for a number of accounts. Only a handful of numbers occur. */
function selectBalances(count: number): SelectBalances {
  const select = selects.get(count) ?? prepareBalances(count);
  selects.set(count, select);
  return select;
}

function prepareBalances(count: number) {
  return prepareSelect((db, param: Param<Record<string, string>>) =>
    db
      .selectFrom('account')
      .select(['id', 'balanceMicro'])
      .where(
        'id',
        'in',
        Array.from({ length: count }, (_, index) => param(`id${index}`)),
      ),
  );
}

/**
 * Locks several accounts until the transaction ends, and returns their balances, so that a decision made from them still holds when it is
 * written. Lock order: by account id. A caller locks all accounts that it needs in one call.
 */
export async function lockBalances(tx: Transaction, accounts: readonly Account[]): Promise<bigint[]> {
  const locked = await lockAll(tx, accounts);
  if (locked.length > 0) return inOrder(accounts, locked);
  await openAccounts(tx, accounts);
  return inOrder(accounts, await lockAll(tx, accounts));
}

/**
 * Locks all of the accounts, or none while one of them does not exist. A transaction that held some of them, and then waited for one that
 * another transaction opens, would break the lock order.
 */
function lockAll(tx: Transaction, accounts: readonly Account[]): Promise<BalanceRow[]> {
  const ids = [...new Set(accounts.map(accountId))];
  const count = tx
    .selectFrom('account')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('id', 'in', ids);
  const all = tx
    .selectFrom('account')
    .select(['id', 'balanceMicro'])
    .where('id', 'in', ids)
    .where(count, '=', ids.length)
    .orderBy('id');
  return lockRows(tx, all).execute();
}

function inOrder(accounts: readonly Account[], rows: readonly BalanceRow[]): bigint[] {
  const balances = new Map(rows.map((row) => [row.id, row.balanceMicro]));
  return accounts.map((account) => balances.get(accountId(account)) ?? 0n);
}

function sortById(accounts: readonly Account[]): Account[] {
  const unique = new Map(accounts.map((account) => [accountId(account), account]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, account]) => account);
}
