import type { Currency } from '@glasspool/core';
import { passGate, type Queryable, type Transaction } from '@glasspool/db';

/** Finds the time of the newest reward run of a currency, 0 before the first one. */
export async function findLastRunAt(db: Queryable, currency: Currency): Promise<number> {
  const run = await db
    .selectFrom('rewardRun')
    .select('runAt')
    .where('currency', '=', currency)
    .orderBy('runAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run?.runAt ?? 0;
}

/**
 * Reads the time of the newest reward run of a currency, 0 before the first one, and keeps others from opening until the transaction ends.
 * A run decides by its own time what it pays, and from what: what comes after it is dated after it, though the clock of this machine may
 * be behind.
 */
export async function readLastRunAt(tx: Transaction, currency: Currency): Promise<number> {
  await passGate(tx, 'rewardRuns');
  return findLastRunAt(tx, currency);
}
