import type { ErrorDescription } from './error-description.ts';

/** Refusals about money, and about where it may go. */
export const MONEY_ERRORS = {
  INVALID_AMOUNT: {
    status: 400,
    field: 'amount',
    retryable: false,
    message:
      'Write the amount as a plain number with at most 6 decimals, for example 12.5, without sign, exponent or separators.',
  },
  NOTHING_TO_INVEST: { status: 422, retryable: false, message: 'You have no {currency} to invest.' },
  INVESTMENT_BELOW_MINIMUM: {
    status: 422,
    field: 'amount',
    retryable: false,
    message:
      'The minimum investment is {minimum} {currency}. {available} {currency} is available for this one.',
  },
  INVESTMENT_EXCEEDS_BALANCE: {
    status: 422,
    field: 'amount',
    retryable: false,
    message: 'You can invest at most {available} {currency} now. Enter a smaller amount.',
  },
  NOTHING_TO_RELEASE: {
    status: 422,
    retryable: false,
    message: 'Your wallet holds no uninvested {currency}.',
  },
  WALLET_EXCEEDED: {
    status: 422,
    field: 'amount',
    retryable: false,
    message: 'You can move at most {available} {currency} out of your wallet now. Enter a smaller amount.',
  },
  RECEIVABLE_OUTSTANDING: {
    status: 422,
    field: 'amount',
    retryable: false,
    message:
      'The network reversed a deposit of yours: your account owes {receivable} {currency}. Until that is settled you can use at most {available} {currency} of this balance.',
  },
  WITHDRAWAL_BELOW_MINIMUM: {
    status: 422,
    field: 'amount',
    retryable: false,
    message: 'The minimum withdrawal is {minimum} {currency}. Enter a larger amount.',
  },
  INSUFFICIENT_BALANCE: {
    status: 422,
    field: 'amount',
    retryable: false,
    message: 'You can withdraw at most {available} {currency} now. Enter a smaller amount.',
  },
  NO_REFERRAL_BALANCE: { status: 422, retryable: false, message: 'No balance to transfer.' },
  REFERRAL_BALANCE_EXCEEDED: {
    status: 422,
    field: 'amount',
    retryable: false,
    message: 'You can transfer at most {available} {currency} now. Enter a smaller amount.',
  },
  APPROVAL_ABOVE_CAP: {
    status: 422,
    retryable: false,
    message: 'The daily cap of {currency} is used up. Nothing was approved. Approve this one tomorrow.',
  },
  POOL_DAILY_CAP: {
    status: 422,
    retryable: true,
    message:
      'The pool has reached its limit of {currency} withdrawals for today. Nothing was taken from your balance. Try again tomorrow.',
  },
  PAYOUTS_PAUSED: {
    status: 409,
    retryable: true,
    message:
      'Payouts are stopped while the operator investigates. Your balance is unchanged. Try again later.',
  },
  HALT_CHANGED: {
    status: 409,
    retryable: true,
    message:
      'Payouts are stopped for another reason by now. Nothing was changed. Reload the page, look into it, then turn payouts on.',
  },
  NODES_NOT_AWAY: {
    status: 409,
    retryable: true,
    message: 'Enough {network} nodes have answered within half an hour. Nothing was changed.',
  },
  WITHDRAWAL_NOT_REVIEWED: {
    status: 409,
    retryable: false,
    message: 'This withdrawal can no longer be approved or rejected: it is {state}. Reload the list.',
  },
  WITHDRAWAL_NOT_LOST: {
    status: 409,
    retryable: false,
    message:
      'The money of this withdrawal is not lost: the chain may still pay it, or it was given back. Nothing was changed. Reload the list.',
  },
  OWNER_OWES: {
    status: 409,
    retryable: true,
    message:
      'The chain took back a deposit of the owner, who owes {uncovered} {currency} more than the account has. Nothing was approved. Wait until another deposit makes up for it, or reject the withdrawal.',
  },
  WITHDRAWAL_NOT_CANCELLABLE: {
    status: 409,
    retryable: false,
    message: 'This withdrawal can no longer be cancelled: it is {state}.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    retryable: false,
    message: 'This Idempotency-Key was already used with another request. Use a new key.',
  },
  ADDRESS_INVALID: {
    status: 400,
    field: 'address',
    retryable: false,
    message: 'This is not a valid {network} address. Check every character.',
  },
  ADDRESS_CHECKSUM: {
    status: 400,
    field: 'address',
    retryable: false,
    message: 'The capital letters of this {network} address do not match its checksum. Copy it again.',
  },
  ADDRESS_WRONG_NETWORK: {
    status: 400,
    field: 'address',
    retryable: false,
    message: 'This is a {addressNetwork} address; {currency} is withdrawn on {network}.',
  },
  ADDRESS_FORBIDDEN: {
    status: 400,
    field: 'address',
    retryable: false,
    message:
      'The pool cannot pay to this address, because it is the zero address, the token contract or one of its own addresses.',
  },
  SNAPSHOT_TOO_SOON: {
    status: 429,
    retryable: true,
    message: 'A snapshot was taken a moment ago. Request the next one in {seconds} seconds.',
  },
  SNAPSHOT_WAITS: {
    status: 409,
    retryable: true,
    message:
      'No snapshot can be taken now: a node is behind the snapshot before, the clock is or was wrong, or the deposits since a restore are not booked yet. Try again in a few minutes.',
  },
  CONFIRMATION_INVALID: {
    status: 422,
    retryable: false,
    message:
      'This confirmation is not for the manifest that the pool published, is not signed by the key that it names, or is dated in the future.',
  },
  DEPOSIT_NOT_UNMATCHED: {
    status: 409,
    retryable: false,
    message: 'This receipt is not final yet, or is already credited to a user. Reload the list.',
  },
  OWN_FUNDS_EXCEEDED: {
    status: 422,
    field: 'amount',
    retryable: false,
    message: 'Only {available} {currency} of the operator’s own funds is available.',
  },
  RESERVES_TOO_SMALL: {
    status: 422,
    field: 'amount',
    retryable: false,
    message:
      'The pool has {assets} {currency}, of which {claims} {currency} covers liabilities, rewards and fees of open payouts. At most {available} {currency} can leave the hot wallet now.',
  },
  OPERATOR_DAILY_CAP: {
    status: 422,
    field: 'amount',
    retryable: true,
    message:
      'At most {available} {currency} more can leave the hot wallet today. Enter a smaller amount, or try again tomorrow.',
  },
  NOTHING_TO_SWEEP: {
    status: 422,
    retryable: false,
    message: 'No deposit address holds enough to be worth the network fee. There is nothing to sweep.',
  },
  TERMS_CHANGED: {
    status: 409,
    retryable: false,
    message:
      'The terms have changed since you saw them. Nothing was changed. Read the new terms and confirm again.',
  },
  TERMS_START_TOO_SOON: {
    status: 400,
    retryable: false,
    message:
      'New terms need 24 hours’ notice, and seven days if withdrawals become dearer. Choose a start after {earliest}.',
  },
  TERMS_OUT_OF_BOUNDS: {
    status: 400,
    retryable: false,
    message: 'The {field} is outside the limits: {allowed}.',
  },
  TERMS_PROPOSAL_OPEN: {
    status: 409,
    retryable: false,
    message: 'Other terms were published or proposed meanwhile. Reload the page and read them first.',
  },
  TERMS_VERSION_CLOSED: {
    status: 422,
    retryable: false,
    message: 'Version {version} of the terms has no active investment. Fund the version in force instead.',
  },
  ALLOWLIST_ENTRY_EXISTS: {
    status: 409,
    field: 'address',
    retryable: false,
    message: 'This address is already on your withdrawal allowlist.',
  },
  ALLOWLIST_FULL: {
    status: 422,
    field: 'address',
    retryable: false,
    message: 'Your withdrawal allowlist already has {max} addresses. Remove one first.',
  },
  PAYEE_NOT_LISTED: {
    status: 403,
    field: 'address',
    retryable: false,
    message: 'Withdrawals go to addresses on your withdrawal allowlist only. Add this address there first.',
  },
  PAYEE_WAITS: {
    status: 403,
    field: 'address',
    retryable: true,
    message: 'This address is new on your withdrawal allowlist. It can be paid from {usableAt}.',
  },
  WITHDRAWAL_REPEATED: {
    status: 409,
    retryable: true,
    message:
      'The same withdrawal is already pending. To send it twice, request it again in {seconds} seconds.',
  },
  NO_DIFFERENCE: {
    status: 409,
    retryable: true,
    message:
      'There is no difference to book at the moment, or a transfer of the pool is still in flight or not read yet. Nothing was changed. Compare again in a few minutes.',
  },
  CORRECTION_OPEN: {
    status: 409,
    retryable: true,
    message:
      'A correction of this currency already waits for a second admin. Nothing was changed. Decide on that one first.',
  },
  DIFFERENCE_CHANGED: {
    status: 409,
    retryable: true,
    message:
      'The chain now shows another difference than the proposed one. Nothing was changed. Reject the proposal and check again.',
  },
} as const satisfies Record<string, ErrorDescription>;
