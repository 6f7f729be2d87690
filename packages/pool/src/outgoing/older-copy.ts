import { isOpenWithdrawal, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { tripCircuitBreaker } from './circuit-breaker.ts';

/** Text for the admin who decides; users are not shown it. */
const MAY_BE_PAID =
  'Money left that the books do not know of, so this may have been paid already. Look on the chain first: approving pays it, rejecting gives the money back.';

/**
 * Switches payouts off because chain or signed log have what the database does not: it is an older copy, or someone else uses the keys.
 * A reason that is known already changes nothing.
 */
export async function haltAsOlderCopy(
  tx: Transaction,
  deps: Pick<PoolDeps, 'events'>,
  reason: string,
): Promise<void> {
  if ((await tripCircuitBreaker(tx, reason)) !== 'unchanged') await reviewUnsigned(tx, deps);
}

/**
 * Has an admin look at every withdrawal that is not signed here, those in review too: it may have been approved and paid since the copy was
 * made. Until then it is neither paid nor, by a cancellation, given back. Returns how many.
 */
export async function reviewUnsigned(tx: Transaction, { events }: Pick<PoolDeps, 'events'>): Promise<number> {
  const held = await tx
    .updateTable('withdrawal')
    .set({ waitingFor: 'check', reason: MAY_BE_PAID })
    .where(isOpenWithdrawal)
    .where('state', 'in', ['reviewing', 'approved'])
    .returning('userId')
    .execute();
  for (const { userId } of held)
    tx.onCommit(() => events.emit(userId, 'withdrawal.changed', 'transaction.changed'));
  return held.length;
}
