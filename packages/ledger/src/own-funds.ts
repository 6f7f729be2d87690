import type { LedgerCurrency } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import { getPosition, lockPosition } from './position.ts';
import { getUncovered } from './uncovered.ts';

/**
 * Own funds of the operator that coins stand behind, in micro-units: those available less uncovered receivables. Below zero when users owe more
 * than that: then custody is smaller than the claims on it, and none of it is the operator's.
 */
export async function getBackedOwnFunds(db: Queryable, currency: LedgerCurrency): Promise<bigint> {
  const { ownFundsAvailableMicro } = await getPosition(db, currency);
  return ownFundsAvailableMicro - (await getUncovered(db, currency));
}

/** The same, with the pool's own accounts locked until the transaction ends: a reversal waits, or is seen. */
export async function lockBackedOwnFunds(tx: Transaction, currency: LedgerCurrency): Promise<bigint> {
  const { ownFundsAvailableMicro } = await lockPosition(tx, currency);
  return ownFundsAvailableMicro - (await getUncovered(tx, currency));
}
