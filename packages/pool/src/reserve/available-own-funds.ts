import type { Currency } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { getUncovered, lockOwnFunds } from '@glasspool/ledger';
import { readMissing } from '../books/index.ts';
import { getCommittedFees } from '../outgoing/index.ts';

/**
 * Locks the operator's own funds and returns how much of them may be spent, in micro-units: after network fees, those of what is in flight
 * included, and after what is lost: uncovered receivables, but for what the spending settles of them, and what the chain was found not to hold.
 * Below zero when that is more than they are.
 */
export async function lockAvailableOwnFunds(
  tx: Transaction,
  { currency, settledMicro = 0n }: { currency: Currency; settledMicro?: bigint },
): Promise<bigint> {
  const ownMicro = await lockOwnFunds(tx, currency);
  const lostMicro = (await getUncovered(tx, currency)) - settledMicro + (await readMissing(tx, currency));
  return ownMicro - (await getCommittedFees(tx, currency)) - lostMicro;
}
