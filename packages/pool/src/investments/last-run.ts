import type { Currency } from '@glasspool/core';
import { passGate, type Transaction } from '@glasspool/db';

/**
 * Time of the newest reward run of a currency, and no other is opened until the transaction ends; 0 where there is none. A run has decided
 * by its own time what it pays, and from what. What comes after it is dated after it, though the clock of this machine may be behind.
 */
export async function readLastRunAt(tx: Transaction, currency: Currency): Promise<number> {
  await passGate(tx, 'rewardRuns');
  const run = await tx
    .selectFrom('rewardRun')
    .select('runAt')
    .where('currency', '=', currency)
    .orderBy('runAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run?.runAt ?? 0;
}
