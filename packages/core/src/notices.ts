/** Kinds of notices to admins. */
export const NOTICE_KINDS = [
  'withdrawal-review',
  'reserve-low',
  'reconciliation-difference',
  'transaction-stuck',
  'hot-wallet-short',
  'payouts-frozen',
  'payment-lost',
  'transaction-unreadable',
  'blocks-unproved',
  'transfers-unmatched',
  'transfer-quarantined',
  'deposit-blocked',
  'clock-skew',
  'terms-proposal',
  'dependency-trouble',
  'backup-late',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
