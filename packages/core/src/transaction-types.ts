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
