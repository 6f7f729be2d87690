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
 * Uncovered receivables: the part of what users owe that is more than they have in the pool, in micro-units. A loss of the operator until it is
 * settled (docs/books.md).
 */
export async function getUncovered(db: Queryable, currency: LedgerCurrency): Promise<bigint> {
  const perUser = db
    .selectFrom('account as owing')
    .where('owing.currency', '=', currency)
    // Literals, so that the partial index of those that are not zero serves it. The receivable stands below zero.
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
