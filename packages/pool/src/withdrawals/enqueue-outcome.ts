import { formatAmount } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { type EventOfUser, enqueueEvent } from '@glasspool/identity/webhooks';
import type { PoolDeps } from '../deps.ts';
import type { Withdrawal } from './transition.ts';

/** Enqueues the outcome of a withdrawal for the user's webhooks. */
export async function enqueueOutcome(
  tx: Transaction,
  deps: Pick<PoolDeps, 'machineClock' | 'random'>,
  withdrawal: Withdrawal,
  event: EventOfUser['event'],
): Promise<void> {
  const { id, userId, currency, amountMicro, address, txHash } = withdrawal;
  const data = { id, currency, amount: formatAmount(amountMicro), address, txHash };
  await enqueueEvent(tx, deps, { userId, event, data });
}
