/** Types of rows in a user's own transaction history. */
export const TRANSACTION_TYPES = [
  'deposit',
  'withdrawal',
  'daily_payout',
  'investment',
  'principal_unlocked',
  'referral_reward',
  'referral_transfer',
  'wallet_release',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Types of rows in the back office's transaction history. */
export const ADMIN_TRANSACTION_TYPES = [
  'deposit',
  'withdrawal',
  'referral_transfer',
  'wallet_release',
  'investment',
  'daily_payout',
] as const;
export type AdminTransactionType = (typeof ADMIN_TRANSACTION_TYPES)[number];

/** Outcomes by which the back office looks for transactions: done, under way, or ended without moving anything (rejected, failed, reversed). */
export const TRANSACTION_OUTCOMES = ['success', 'open', 'failed'] as const;
export type TransactionOutcome = (typeof TRANSACTION_OUTCOMES)[number];
