import { PoolError, type UserId, type WithdrawalId } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { lockRows } from '@glasspool/db';
import { postNew } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';
import { enqueueOutcome } from './enqueue-outcome.ts';
import { toFacts, transition, type Withdrawal } from './transition.ts';

/**
 * Cancels a user's own withdrawal that is not signed yet, and returns its hold. What is signed can no longer be stopped: the final
 * chain decides it.
 *
 * @throws PoolError NOT_FOUND, for another user's withdrawal too; WITHDRAWAL_NOT_CANCELLABLE
 */
export async function cancelWithdrawal(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'events'>,
  request: { userId: UserId; withdrawalId: WithdrawalId },
): Promise<Withdrawal> {
  const { userId, withdrawalId } = request;
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const query = tx
      .selectFrom('withdrawal')
      .selectAll()
      .where('id', '=', withdrawalId)
      .where('userId', '=', userId)
      .where('source', '=', 'user');
    const withdrawal = await lockRows(tx, query).executeTakeFirst();
    if (withdrawal === undefined) throw new PoolError('NOT_FOUND');
    const { state, waitingFor } = withdrawal;
    // It may have been paid before a restore, so an admin has to check the chain first.
    const isOpen = (state === 'reviewing' || state === 'approved') && waitingFor !== 'check';
    if (!isOpen) throw new PoolError('WITHDRAWAL_NOT_CANCELLABLE', { state });
    await transition(tx, withdrawal, { to: 'cancelled', now, evidence: { by: userId } });
    await postNew(tx, transfers.releaseWithdrawal(toFacts(withdrawal)), now);
    await enqueueOutcome(tx, deps, withdrawal, 'withdrawal.cancelled');
    tx.onCommit(() =>
      deps.events.emit(userId, 'wallet.changed', 'withdrawal.changed', 'transaction.changed'),
    );
    return { ...withdrawal, state: 'cancelled', waitingFor: null };
  });
}
