// Comparisons of books and chain by their numbers. A payout waits for one of its currency that began after it was asked for, so that what was
// credited before, and is not on chain, is found before it leaves. No clock is compared.
import type { Currency, LedgerCurrency } from '@glasspool/core';
import { incrementCounter, type Queryable, type Transaction } from '@glasspool/db';

type Count = 'begun' | 'counted';

const nameOf = (count: Count, currency: LedgerCurrency): string => `comparison.${count}.${currency}`;

async function read(db: Queryable, count: Count, currency: LedgerCurrency): Promise<number> {
  const row = await db
    .selectFrom('counter')
    .select('value')
    .where('name', '=', nameOf(count, currency))
    .executeTakeFirst();
  return row?.value ?? 0;
}

/**
 * Number of the last comparison of a currency that has begun. A request reads it once its balance is locked: everything that the balance
 * rests on is then in what a later comparison reads.
 */
export function readBegun(tx: Transaction, currency: Currency): Promise<number> {
  return read(tx, 'begun', currency);
}

/** Begins a comparison, and returns its number. Committed before anything is read for it. */
export function beginComparison(tx: Transaction, currency: LedgerCurrency): Promise<number> {
  return incrementCounter(tx, nameOf('begun', currency));
}

/** Notes that a comparison found nothing that forbids a payout. */
export async function countComparison(
  tx: Transaction,
  { currency, number }: { currency: LedgerCurrency; number: number },
): Promise<void> {
  const name = nameOf('counted', currency);
  await tx
    .insertInto('counter')
    .values({ name, value: number })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: number }).where('counter.value', '<', number),
    )
    .execute();
}

/** Returns true when a comparison counts that began after a withdrawal was asked for. */
export async function isCompared(
  db: Queryable,
  { currency, compareAfter }: { currency: Currency; compareAfter: number },
): Promise<boolean> {
  return (await read(db, 'counted', currency)) > compareAfter;
}
