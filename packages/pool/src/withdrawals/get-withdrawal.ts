import {
  PoolError,
  type UserId,
  WITHDRAWAL_STATES,
  type WithdrawalId,
  type WithdrawalReason,
  type WithdrawalState,
} from '@glasspool/core';
import { isLostOutgoing } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import type { Withdrawal } from './transition.ts';

/** A withdrawal as its owner sees it. Amounts in micro-units, times in ms since the epoch. */
export interface WithdrawalDetails
  extends Pick<
    Withdrawal,
    | 'id'
    | 'currency'
    | 'network'
    | 'address'
    | 'amountMicro'
    | 'feeMicro'
    | 'state'
    | 'waitingFor'
    | 'reason'
    | 'txHash'
    | 'createdAt'
  > {
  /** Every state that it has been in, the first one first. */
  readonly states: readonly { readonly state: WithdrawalState; readonly at: number }[];
}

/**
 * One withdrawal of a user.
 *
 * @throws PoolError NOT_FOUND, for another user's withdrawal too
 */
export async function getWithdrawal(
  { db }: Pick<PoolDeps, 'db'>,
  { userId, withdrawalId }: { userId: UserId; withdrawalId: WithdrawalId },
): Promise<WithdrawalDetails> {
  const found = await db.read
    .selectFrom('withdrawal')
    .select([
      'id',
      'currency',
      'network',
      'address',
      'amountMicro',
      'feeMicro',
      'state',
      'waitingFor',
      'reason',
      'txHash',
      'createdAt',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('outgoing')
            .select('outgoing.id')
            .whereRef('outgoing.id', '=', 'withdrawal.id')
            .where(isLostOutgoing),
        )
        .as('isLost'),
    )
    .where('id', '=', withdrawalId)
    .where('userId', '=', userId)
    .where('source', '=', 'user')
    .executeTakeFirst();
  if (found === undefined) throw new PoolError('NOT_FOUND');
  const states = await db.read
    .selectFrom('withdrawalEvent')
    .select(['toState as state', 'createdAt as at'])
    .where('withdrawalId', '=', withdrawalId)
    .execute();
  // Two states of one millisecond stand in the order in which a withdrawal can reach them.
  states.sort(
    (a, b) => a.at - b.at || WITHDRAWAL_STATES.indexOf(a.state) - WITHDRAWAL_STATES.indexOf(b.state),
  );
  const { isLost, ...row } = found;
  return { ...row, reason: findReason(row, Boolean(isLost)), states };
}

/** Reason that the owner reads: that of a withdrawal that waits to be looked at is for the staff. */
function findReason(
  { waitingFor, reason }: Pick<Withdrawal, 'waitingFor' | 'reason'>,
  isLost: boolean,
): string | null {
  const lost: WithdrawalReason = 'payment-lost';
  if (waitingFor === 'check') return null;
  return isLost ? lost : reason;
}
