/** Purposes for which the pool signs transactions. Each has one handler, which books what became of them (docs/withdrawals.md). */
export const OUTGOING_PURPOSES = [
  'withdrawal',
  'sweep',
  'sweep-gas',
  'gas-return',
  'anchor',
  'anchor-gas',
] as const;
export type OutgoingPurpose = (typeof OUTGOING_PURPOSES)[number];

/** States of something that the pool signed (docs/withdrawals.md). */
export const OUTGOING_STATES = [
  'open',
  'paid',
  'failed',
  'dropped',
  'watched',
  'late',
  'lost',
  'returned',
] as const;
export type OutgoingState = (typeof OUTGOING_STATES)[number];

/**
 * Legal transitions. The database holds the same table and refuses any other. From 'open' and 'watched' the final chain decides alone; back
 * to them leads only a chain that replaced blocks which it had called final; from 'lost' to 'returned' leads only a person.
 */
export const OUTGOING_TRANSITIONS = {
  open: ['paid', 'failed', 'dropped', 'lost'],
  paid: ['open'],
  failed: ['open', 'watched'],
  dropped: ['open', 'watched'],
  watched: ['late', 'failed', 'dropped'],
  late: ['watched'],
  lost: ['open', 'returned'],
  returned: ['watched'],
} as const satisfies Record<OutgoingState, readonly OutgoingState[]>;

/** Returns true when something that was signed may go from one state to another. */
export function canOutgoingTransition(from: OutgoingState, to: OutgoingState): boolean {
  const allowed: readonly OutgoingState[] = OUTGOING_TRANSITIONS[from];
  return allowed.includes(to);
}

/** States of a withdrawal whose money was given back. */
const GIVEN_BACK: ReadonlySet<OutgoingState> = new Set(['failed', 'dropped', 'watched', 'late', 'returned']);

/**
 * State of something whose decision rests on a block that the chain replaced. A withdrawal whose money was given back is only watched: sent
 * again, it would be paid out of the money of others.
 */
export function reopenedState(purpose: OutgoingPurpose, state: OutgoingState): 'open' | 'watched' {
  return purpose === 'withdrawal' && GIVEN_BACK.has(state) ? 'watched' : 'open';
}

/** Outcome of the final chain about something that was signed. */
export type OutgoingOutcome = 'paid' | 'failed' | 'dropped';

/**
 * State after the final chain decided. A withdrawal that had been paid and can no longer be is not given back by itself: a person decides. One
 * that is paid although it was given back is late.
 */
export function decidedState(
  { purpose, state, paidAt }: { purpose: OutgoingPurpose; state: OutgoingState; paidAt: number | null },
  outcome: OutgoingOutcome,
): OutgoingState {
  if (state === 'watched') return outcome === 'paid' ? 'late' : outcome;
  const wasPaid = purpose === 'withdrawal' && paidAt !== null;
  return wasPaid && outcome !== 'paid' ? 'lost' : outcome;
}
