import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import type { AccountRef } from './types.ts';

/** The id of an account: its path and its currency. */
export function accountId(account: Pick<AccountRef, 'path' | 'currency'>): string {
  return `${account.path}:${account.currency}`;
}

/** Opens the accounts that do not exist yet, with a balance of zero. */
export async function openAccounts(tx: Transaction, accounts: readonly AccountRef[]): Promise<void> {
  await tx
    .insertInto('account')
    .values(
      sortById(accounts).map((account) => ({
        id: accountId(account),
        path: account.path,
        currency: account.currency,
        guarded: account.guarded ? 1 : 0,
        balanceMicro: 0n,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The kept balance of an account in micro-units, positive where it owes; 0 for one that was never used. */
export async function getBalance(db: Queryable, account: AccountRef): Promise<bigint> {
  const [balance = 0n] = await getBalances(db, [account]);
  return balance;
}

/** The kept balances of several accounts, in the order asked for. */
export async function getBalances(db: Queryable, accounts: readonly AccountRef[]): Promise<bigint[]> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'balanceMicro'])
    .where('id', 'in', accounts.map(accountId))
    .execute();
  return inOrder(accounts, rows);
}

/**
 * The balances of several accounts, locked until the transaction ends, so that a decision made from them still holds
 * when it is written. Always locks in the order of their ids; a caller locks all that it needs in one call.
 */
export async function lockBalances(tx: Transaction, accounts: readonly AccountRef[]): Promise<bigint[]> {
  await openAccounts(tx, accounts);
  const query = tx
    .selectFrom('account')
    .select(['id', 'balanceMicro'])
    .where('id', 'in', accounts.map(accountId))
    .orderBy('id');
  return inOrder(accounts, await lockRows(tx, query).execute());
}

function inOrder(
  accounts: readonly AccountRef[],
  rows: readonly { id: string; balanceMicro: bigint }[],
): bigint[] {
  const balances = new Map(rows.map((row) => [row.id, row.balanceMicro]));
  return accounts.map((account) => balances.get(accountId(account)) ?? 0n);
}

function sortById(accounts: readonly AccountRef[]): AccountRef[] {
  const unique = new Map(accounts.map((account) => [accountId(account), account]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, account]) => account);
}
