import type { Currency, LedgerCurrency, UserId } from '@glasspool/core';
import {
  COVERING_BALANCES,
  RECEIVABLE_CLASS,
  receivable,
  userAccount,
  userClass,
} from '@glasspool/core/books';
import { type Queryable, sumMicro } from '@glasspool/db';
import { sql } from 'kysely';
import { getBalances } from './accounts.ts';

const COVERING_CLASSES = sql.join(COVERING_BALANCES.map((name) => sql.lit(userClass(name))));

/**
 * Uncovered receivables: the sum of the users' debts that exceed their balances in the pool, in micro-units. They are a loss of the
 * operator until they are settled (docs/books.md).
 */
export async function getUncovered(db: Queryable, currency: LedgerCurrency): Promise<bigint> {
  const perUser = db
    .selectFrom('account as owing')
    .where('owing.currency', '=', currency)
    // Literals, so that the partial index of receivables other than zero serves it. A receivable has a negative balance.
    .where(sql<boolean>`owing.account_class = ${sql.lit(RECEIVABLE_CLASS)} and owing.balance_micro <> 0`)
    .select((eb) =>
      eb
        .selectFrom('account as covering')
        .whereRef('covering.userId', '=', 'owing.userId')
        .whereRef('covering.currency', '=', 'owing.currency')
        .where(sql<boolean>`covering.account_class in (${COVERING_CLASSES})`)
        .select(sql<bigint>`-owing.balance_micro - coalesce(sum(covering.balance_micro), 0)`.as('micro'))
        .as('uncoveredMicro'),
    );
  const { uncoveredMicro } = await db
    .selectFrom(perUser.as('perUser'))
    .where('uncoveredMicro', '>', 0n)
    .select(sumMicro(sql`uncovered_micro`).as('uncoveredMicro'))
    .executeTakeFirstOrThrow();
  return uncoveredMicro;
}

/** Uncovered receivable of one user, in micro-units. */
export async function getUncoveredOf(
  db: Queryable,
  { userId, currency }: { userId: UserId; currency: Currency },
): Promise<bigint> {
  const balances = await getBalances(db, [
    receivable(userId, currency),
    ...COVERING_BALANCES.map((name) => userAccount(userId, name, currency)),
  ]);
  const uncoveredMicro = -balances.reduce((sum, balance) => sum + balance, 0n);
  return uncoveredMicro > 0n ? uncoveredMicro : 0n;
}
