import type { LedgerCurrency } from '@glasspool/core';
import {
  type AccountClassName,
  type ClassBalance,
  computePosition,
  type Position,
  parseAccountPath,
  poolAccount,
  RECEIVABLE_CLASS,
} from '@glasspool/core/books';
import { lockRows, type Queryable, sumMicro, type Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import { lockBalances } from './accounts.ts';

/** Balance sheet of a currency now. It is the only source of all figures that are shown, published or used in decisions. */
export async function getPosition(db: Queryable, currency: LedgerCurrency): Promise<Position> {
  return toPosition(currency, await poolBalances(db, currency).execute(), await readReceivable(db, currency));
}

/**
 * Returns the same as `getPosition`, with the pool's own accounts locked until the transaction ends, for decisions about the operator's
 * money. Transfers between accounts of users change none of its lines, unless they also touch one of these accounts.
 */
export async function lockPosition(tx: Transaction, currency: LedgerCurrency): Promise<Position> {
  const rows = await lockRows(tx, poolBalances(tx, currency)).execute();
  return toPosition(currency, rows, await readReceivable(tx, currency));
}

/** Locks the accounts of own funds, which only the operator may spend, and returns their available sum. */
export async function lockOwnFunds(tx: Transaction, currency: LedgerCurrency): Promise<bigint> {
  const [contributedMicro = 0n, feesMicro = 0n] = await lockBalances(tx, [
    poolAccount('pool/ownFunds', currency),
    poolAccount('pool/networkFees', currency),
  ]);
  return contributedMicro + feesMicro;
}

function poolBalances(db: Queryable, currency: LedgerCurrency) {
  return db
    .selectFrom('account')
    .select(['path', 'balanceMicro'])
    .where('currency', '=', currency)
    .where('userId', 'is', null)
    .orderBy('id');
}

function toPosition(
  currency: LedgerCurrency,
  rows: readonly { path: string; balanceMicro: bigint }[],
  receivableMicro: bigint,
): Position {
  const balances: ClassBalance[] = rows.map(({ path, balanceMicro }) => {
    const parsed = parseAccountPath(path);
    if (parsed === undefined)
      throw new Error(`The books have an account ${path} that the chart does not know.`);
    return { ...parsed, balanceMicro };
  });
  balances.push({ accountClass: RECEIVABLE_CLASS, termsVersion: null, balanceMicro: -receivableMicro });
  // All accounts of a currency sum to zero, so the few accounts of the pool give the sum of a million accounts of users. verify-books
  // compares the two.
  const owedMicro = -balances.reduce((sum, { balanceMicro }) => sum + balanceMicro, 0n);
  balances.push({ accountClass: 'user/wallet', termsVersion: null, balanceMicro: owedMicro });
  return computePosition(currency, balances);
}

async function readReceivable(db: Queryable, currency: LedgerCurrency): Promise<bigint> {
  const { receivableMicro } = await db
    .selectFrom('account')
    .select(sumMicro(sql`-balance_micro`).as('receivableMicro'))
    .where('currency', '=', currency)
    // Literals, so that the partial index serves it.
    .where(sql<boolean>`account_class = ${sql.lit(RECEIVABLE_CLASS)} and balance_micro <> 0`)
    .executeTakeFirstOrThrow();
  return receivableMicro;
}

/** Sums the balances of all accounts of each class and currency. Reads every account, so it is for checks only. */
export async function sumByClass(
  db: Queryable,
): Promise<{ accountClass: AccountClassName; currency: LedgerCurrency; balanceMicro: bigint }[]> {
  return db
    .selectFrom('account')
    .groupBy(['accountClass', 'currency'])
    .select(['accountClass', 'currency', sumMicro(sql`balance_micro`).as('balanceMicro')])
    .execute();
}
