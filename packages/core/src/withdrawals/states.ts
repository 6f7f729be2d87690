/** The states of a withdrawal (decisions.md 5). */
export const WITHDRAWAL_STATES = [
  'requested',
  'reviewing',
  'approved',
  'signed',
  'broadcast',
  'confirmed',
  'rejected',
  'failed',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/**
 * The legal transitions. The database holds the same table and refuses any other change of state.
 * 'signed' may fail without having been sent: on TRON its expiration can pass while the node is away.
 */
export const WITHDRAWAL_TRANSITIONS = {
  requested: ['reviewing', 'approved'],
  reviewing: ['approved', 'rejected'],
  approved: ['signed', 'rejected'],
  signed: ['broadcast', 'failed'],
  broadcast: ['confirmed', 'failed'],
  confirmed: [],
  rejected: [],
  failed: [],
} as const satisfies Record<WithdrawalState, readonly WithdrawalState[]>;

/** Whether a withdrawal may go from one state to another. */
export function canTransition(from: WithdrawalState, to: WithdrawalState): boolean {
  const allowed: readonly WithdrawalState[] = WITHDRAWAL_TRANSITIONS[from];
  return allowed.includes(to);
}

/** Whether the money of a withdrawal in this state is still held under way. */
export function isUnderWay(state: WithdrawalState): boolean {
  return WITHDRAWAL_TRANSITIONS[state].length > 0;
}
