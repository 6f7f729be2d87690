import type { Currency, UserId, WithdrawalReason } from '@glasspool/core';
import { isOpenWithdrawal, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

type Deps = Pick<PoolDeps, 'events'>;

/**
 * Has an admin look at every withdrawal that is not signed here, those in review too: it may have been approved and paid since the copy was
 * made. Until then it is neither paid nor, by a cancellation, given back. Returns how many.
 */
export async function reviewUnsigned(tx: Transaction, deps: Deps): Promise<number> {
  const held = await hold(tx, 'may-be-paid').returning('userId').execute();
  for (const { userId } of held) emitChanged(tx, deps, userId);
  return held.length;
}

/** Has an admin look at every withdrawal of a user with an uncovered receivable: it would be paid out of the deposits of others. */
export async function reviewUnsignedOf(
  tx: Transaction,
  deps: Deps,
  { userId, currency }: { userId: UserId; currency: Currency },
): Promise<void> {
  const held = await hold(tx, 'owner-owes')
    .where('userId', '=', userId)
    .where('currency', '=', currency)
    .where('source', '=', 'user')
    // One that may have been paid stays so.
    .where((eb) => eb.or([eb('waitingFor', 'is', null), eb('waitingFor', '!=', 'check')]))
    .returning('userId')
    .execute();
  if (held.length > 0) emitChanged(tx, deps, userId);
}

function hold(tx: Transaction, reason: WithdrawalReason) {
  return tx
    .updateTable('withdrawal')
    .set({ waitingFor: 'check', reason })
    .where(isOpenWithdrawal)
    .where('state', 'in', ['reviewing', 'approved']);
}

function emitChanged(tx: Transaction, { events }: Deps, userId: UserId): void {
  tx.onCommit(() => events.emit(userId, 'withdrawal.changed', 'transaction.changed'));
}
