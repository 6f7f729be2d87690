import { PoolError, type UserId, type WithdrawalId } from '@glasspool/core';
import { lockRows } from '@glasspool/db';
import { postTransfer } from '@glasspool/ledger';
import { userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { transition, type Withdrawal } from './transition.ts';

export interface WithdrawalReview {
  readonly adminId: UserId;
  readonly withdrawalId: WithdrawalId;
  readonly decision: 'approve' | 'reject';
  /** For the user, when it is rejected. */
  readonly reason: string;
}

/**
 * Lets a withdrawal above the review limit go on, or gives its money back (decisions.md 5 and 6). Never the admin's own.
 *
 * @throws PoolError NOT_FOUND, FORBIDDEN, WITHDRAWAL_NOT_REVIEWED
 */
export async function reviewWithdrawal(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'events'>,
  review: WithdrawalReview,
): Promise<void> {
  const { adminId, withdrawalId, decision, reason } = review;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const query = tx.selectFrom('withdrawal').selectAll().where('id', '=', withdrawalId);
    const withdrawal = await lockRows(tx, query).executeTakeFirst();
    if (withdrawal === undefined) throw new PoolError('NOT_FOUND');
    if (withdrawal.userId === adminId) throw new PoolError('FORBIDDEN');
    if (withdrawal.state !== 'reviewing') throw new PoolError('WITHDRAWAL_NOT_REVIEWED');

    const { id, userId, currency, amountMicro, feeMicro } = withdrawal;
    const evidence = { by: adminId, decision };
    if (decision === 'approve') {
      await transition(tx, withdrawal, { to: 'approved', now, evidence });
    } else {
      await transition(tx, withdrawal, { to: 'rejected', now, evidence, reason });
      await postTransfer(tx, {
        reference: `withdrawal/${id}/reject`,
        kind: 'withdrawal-return',
        createdAt: now,
        moves: [
          {
            from: userAccount(userId, 'withdrawing', currency),
            to: userAccount(userId, 'withdrawable', currency),
            amountMicro: amountMicro + feeMicro,
          },
        ],
      });
    }
    tx.onCommit(() =>
      deps.events.emit(userId, 'wallet.changed', 'withdrawal.changed', 'transaction.changed'),
    );
  });
}

const REVIEWS_MAX = 100;

/** The withdrawals that wait for an admin, oldest first. */
export async function listWithdrawalsToReview({ db }: Pick<PoolDeps, 'db'>): Promise<Withdrawal[]> {
  return db.read
    .selectFrom('withdrawal')
    .selectAll()
    .where('state', '=', 'reviewing')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(REVIEWS_MAX)
    .execute();
}
