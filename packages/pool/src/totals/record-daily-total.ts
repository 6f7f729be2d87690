import { type Currency, DAY_MS } from '@glasspool/core';
import type { DailyTotalKind, Transaction } from '@glasspool/db';

/**
 * Adds one deposit, withdrawal or investment to its day (UTC), in the transaction that makes it so. Returns the sum of the day with it,
 * in micro-units: the row stays locked until the transaction ends, so a decision made from it holds.
 */
export async function recordDailyTotal(
  tx: Transaction,
  entry: { kind: DailyTotalKind; currency: Currency; amountMicro: bigint; at: number },
): Promise<bigint> {
  const { kind, currency, amountMicro, at } = entry;
  const row = await tx
    .insertInto('dailyTotal')
    .values({ kind, currency, day: getDay(at), amountMicro, entries: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'currency', 'day']).doUpdateSet((eb) => ({
        amountMicro: eb('dailyTotal.amountMicro', '+', amountMicro),
        entries: eb('dailyTotal.entries', '+', 1),
      })),
    )
    .returning('amountMicro')
    .executeTakeFirstOrThrow();
  return row.amountMicro;
}

/** The day of a time, counted from 1970-01-01, UTC. */
export function getDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
