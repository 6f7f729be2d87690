/** Reasons that the pool itself gives, for a withdrawal that failed, was lost, or that an admin has to look at, in English. Screens and mails have them in every language. */
export const WITHDRAWAL_REASONS = {
  'not-carried-out': 'The network did not carry out the transfer. The money is back in your balance.',
  'not-taken': 'The network did not take the transfer in time. The money is back in your balance.',
  'block-replaced':
    'The network replaced the block of this payment and did not carry it out again. The money is back in your balance.',
  'block-replaced-fee-short':
    'The network replaced the block of this payment and did not carry it out again. The money is back in your balance, but not all of the fee: the operator does not have it.',
  'payment-lost':
    'The network replaced the block of this payment and did not carry it out again. An admin looks into it before the money is given back.',
  'may-be-paid':
    'Money left that the books do not know of, so this may have been paid already. Look on the chain first: approving pays it, rejecting gives the money back.',
  'owner-owes':
    'The chain took back a deposit of its owner, who no longer has enough to make up for it. Wait until another deposit does, or reject it, which gives the money back.',
} as const;

/** Code of such a reason, as the row of a withdrawal keeps it. No row keeps `payment-lost`: it holds while what was signed is lost. */
export type WithdrawalReason = keyof typeof WITHDRAWAL_REASONS;

// `as`: Object.keys forgets the names of a literal.
export const WITHDRAWAL_REASON_CODES = Object.keys(WITHDRAWAL_REASONS) as WithdrawalReason[];

/** Returns the code that a row's reason is, or null where a person wrote it. */
export function findReasonCode(reason: string | null): WithdrawalReason | null {
  return WITHDRAWAL_REASON_CODES.find((code) => code === reason) ?? null;
}
