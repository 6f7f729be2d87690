// Withdrawals against what was signed for them (docs/withdrawals.md).
import { OUTGOING_STATES, type OutgoingState, type WithdrawalState } from '@glasspool/core';
import { LATE_KINDS, readWithdrawalId } from '@glasspool/core/books';
import type { Queryable } from '@glasspool/db';
import { sql } from 'kysely';

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
/** Literals, so that the partial index of withdrawals that were not paid serves it. */
const isGivenBack = sql<boolean>`withdrawal.state = 'failed'`;
/** Condition of what is booked as paid late: also while the blocks that paid it are replaced, and nothing is decided. */
const isLate = sql<boolean>`(outgoing.state = 'late' or (outgoing.state = 'watched' and outgoing.former_state = 'late'))`;

interface Contradiction {
  readonly subject: string;
  readonly detail: string;
}

/** Withdrawals whose own state, transfers or fees do not follow from the state of what was signed for them. */
export async function compareOutgoing(db: Queryable): Promise<Contradiction[]> {
  return [...(await compareStates(db)), ...(await compareLate(db)), ...(await findPaidTwice(db))];
}

async function compareStates(db: Queryable): Promise<Contradiction[]> {
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
      const isUnproved = eb.and([
        eb('outgoing.state', '=', 'paid'),
        eb.or([
          eb('outgoing.txHash', 'is', null),
          eb('outgoing.blockHeight', 'is', null),
          eb('outgoing.paidAt', 'is', null),
        ]),
      ]);
      return eb.or([eb('outgoing.id', 'is', null), eb.not(eb.or([...pairs, isReopened])), isUnproved]);
    })
    .execute();
  return wrong.map(({ id, state, signed }) => ({
    subject: id,
    detail:
      signed === 'paid' && state === 'confirmed'
        ? 'it is paid without its transaction, its block or its time'
        : `the withdrawal is ${state}, and what was signed for it is ${signed ?? 'missing'}`,
  }));
}

/** The transfers of a withdrawal about its late payment book it and take it back in turns: their number is odd while it is late. */
async function compareLate(db: Queryable): Promise<Contradiction[]> {
  const booked = await db
    .selectFrom('transfer')
    .select('reference')
    .where('kind', 'in', LATE_KINDS)
    .execute();
  const late = await db
    .selectFrom('withdrawal')
    .innerJoin('outgoing', 'outgoing.id', 'withdrawal.id')
    .select('withdrawal.id')
    .where(isGivenBack)
    .where(isLate)
    .execute();
  const lateIds = new Set<string>(late.map(({ id }) => id));
  const times = new Map<string, number>([...lateIds].map((id) => [id, 0]));
  for (const { reference } of booked) {
    const id = readWithdrawalId(reference);
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  return [...times].flatMap(([subject, count]) => {
    const isBooked = count % 2 === 1;
    if (isBooked === lateIds.has(subject)) return [];
    const detail = isBooked
      ? `it is not late, and its transfers about that are odd: ${count}`
      : `it is late, and its transfers about that are even: ${count}`;
    return [{ subject, detail }];
  });
}

/** Withdrawals that were given back although their payment succeeded by the row of its own fee, and that are not booked as paid late. */
async function findPaidTwice(db: Queryable): Promise<Contradiction[]> {
  const wrong = await db
    .selectFrom('withdrawal')
    .innerJoin('outgoing', 'outgoing.id', 'withdrawal.id')
    .select(['withdrawal.id', 'outgoing.state'])
    .where(isGivenBack)
    .where((eb) => eb.not(isLate))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('outgoingTransaction')
          .innerJoin('networkFee', (join) =>
            join
              .onRef('networkFee.network', '=', 'outgoingTransaction.network')
              .onRef('networkFee.txHash', '=', 'outgoingTransaction.txHash'),
          )
          .select('networkFee.txHash')
          // Its cancellations have another subject.
          .whereRef('outgoingTransaction.subject', '=', 'outgoing.id')
          .where('networkFee.succeeded', '=', 1),
      ),
    )
    .execute();
  return wrong.map(({ id, state }) => ({
    subject: id,
    detail: `it was given back as ${state}, and its payment succeeded`,
  }));
}
