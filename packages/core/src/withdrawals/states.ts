/** States of a withdrawal (docs/withdrawals.md). */
export const WITHDRAWAL_STATES = [
  'requested',
  'reviewing',
  'approved',
  'signed',
  'broadcast',
  'confirmed',
  'rejected',
  'cancelled',
  'failed',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/**
 * Legal transitions. The database holds the same table and refuses any other change of state. Until it is signed, its user may
 * cancel a withdrawal and an admin may reject it. 'signed' may fail without having been sent: on TRON its expiration can pass while
 * the node is away. 'confirmed' may fail when the chain replaces the block and does not carry the payment out again.
 */
export const WITHDRAWAL_TRANSITIONS = {
  requested: ['reviewing', 'approved'],
  reviewing: ['approved', 'rejected', 'cancelled'],
  approved: ['signed', 'rejected', 'cancelled'],
  signed: ['broadcast', 'failed'],
  broadcast: ['confirmed', 'failed'],
  confirmed: ['failed'],
  rejected: [],
  cancelled: [],
  failed: [],
} as const satisfies Record<WithdrawalState, readonly WithdrawalState[]>;

/** Returns true when a withdrawal may go from one state to another. */
export function canTransition(from: WithdrawalState, to: WithdrawalState): boolean {
  const allowed: readonly WithdrawalState[] = WITHDRAWAL_TRANSITIONS[from];
  return allowed.includes(to);
}

/** Final states in which the payee has nothing. */
export const UNPAID_STATES = [
  'rejected',
  'cancelled',
  'failed',
] as const satisfies readonly WithdrawalState[];

const ENDED: ReadonlySet<WithdrawalState> = new Set(['confirmed', ...UNPAID_STATES]);

/** Returns true while the money of a withdrawal is on hold. */
export function isUnderWay(state: WithdrawalState): boolean {
  return !ENDED.has(state);
}

/**
 * Reason why an approved withdrawal is not signed yet: tokens or gas in the hot wallet, a daily cap, an admin's second look, a locked
 * account, the chain (a start, a clock that differs), or a snapshot that has to come first.
 */
export const WAITING_FOR = [
  'hot-wallet-tokens',
  'gas',
  'cap',
  'check',
  'locked',
  'chain',
  'snapshot',
] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];
