import { OUTGOING_STATES, type OutgoingState, type WithdrawalState } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';

/** States of a withdrawal beside each state of what was signed for it. */
const STATES_BESIDE: Readonly<Record<OutgoingState, readonly WithdrawalState[]>> = {
  open: ['signed', 'broadcast'],
  paid: ['confirmed'],
  lost: ['confirmed'],
  failed: ['failed'],
  dropped: ['failed'],
  watched: ['failed'],
  late: ['failed'],
  returned: ['failed'],
};
const SIGNED_STATES: readonly WithdrawalState[] = ['signed', 'broadcast', 'confirmed', 'failed'];

/** Withdrawals whose own state does not follow from the state of what was signed for them. */
export async function compareOutgoing(db: Queryable): Promise<{ subject: string; detail: string }[]> {
  const wrong = await db
    .selectFrom('withdrawal')
    .leftJoin('outgoing', 'outgoing.id', 'withdrawal.id')
    .select(['withdrawal.id', 'withdrawal.state', 'outgoing.state as signed'])
    .where((eb) => eb.or([eb('withdrawal.state', 'in', SIGNED_STATES), eb('outgoing.id', 'is not', null)]))
    .where((eb) => {
      const pairs = OUTGOING_STATES.map((signed) =>
        eb.and([eb('outgoing.state', '=', signed), eb('withdrawal.state', 'in', STATES_BESIDE[signed])]),
      );
      // A payment that replaced blocks opened again stays confirmed.
      const isReopened = eb.and([
        eb('outgoing.state', '=', 'open'),
        eb('withdrawal.state', '=', 'confirmed'),
        eb('paidAt', 'is not', null),
      ]);
      return eb.or([eb('outgoing.id', 'is', null), eb.not(eb.or([...pairs, isReopened]))]);
    })
    .execute();
  return wrong.map(({ id, state, signed }) => ({
    subject: id,
    detail: `the withdrawal is ${state}, and what was signed for it is ${signed ?? 'missing'}`,
  }));
}
