import type { LedgerCurrency } from '@glasspool/core';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';

/**
 * Amount below a micro-unit of each credited deposit, fee and gas top-up, in the chain's smallest units: the chain holds it and the books
 * do not count it. A kept sum, for a sum over all of them grows with history and overflows 64 bits at some ten million deposits.
 */
export async function readDustUnits(db: Queryable, currency: LedgerCurrency): Promise<bigint> {
  const row = await db.selectFrom('dust').select('units').where('currency', '=', currency).executeTakeFirst();
  return BigInt(row?.units ?? 0);
}

/** Adds dust, or takes it away below zero, in the transaction that writes or reverses the row it comes from. */
export async function addDust(
  tx: Transaction,
  { currency, units }: { currency: LedgerCurrency; units: bigint },
): Promise<void> {
  if (units === 0n) return;
  await tx
    .insertInto('dust')
    .values({ currency, units: '0' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const query = tx.selectFrom('dust').select('units').where('currency', '=', currency);
  const row = await lockRows(tx, query).executeTakeFirstOrThrow();
  const sum = BigInt(row.units) + units;
  if (sum < 0n) throw new Error(`The dust of ${currency} would be below zero.`);
  await tx
    .updateTable('dust')
    .set({ units: String(sum) })
    .where('currency', '=', currency)
    .execute();
}
