import type { LedgerCurrency } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import { getPosition, lockPosition } from './position.ts';
import { getUncovered } from './uncovered.ts';

/**
 * Backed own funds, in micro-units: the available own funds less uncovered receivables. Below zero when the uncovered receivables are
 * larger: custody is then smaller than the claims on it, and none of it belongs to the operator.
 */
export async function getBackedOwnFunds(db: Queryable, currency: LedgerCurrency): Promise<bigint> {
  const { ownFundsAvailableMicro } = await getPosition(db, currency);
  return ownFundsAvailableMicro - (await getUncovered(db, currency));
}

/**
 * Returns the same as `getBackedOwnFunds`, with the pool's own accounts locked until the transaction ends. A concurrent reversal waits, or
 * is seen.
 */
export async function lockBackedOwnFunds(tx: Transaction, currency: LedgerCurrency): Promise<bigint> {
  const { ownFundsAvailableMicro } = await lockPosition(tx, currency);
  return ownFundsAvailableMicro - (await getUncovered(tx, currency));
}
