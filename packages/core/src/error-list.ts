interface ErrorDescription {
  /** The HTTP status that REST and tRPC answer with. */
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** Whether the same request may succeed later without being changed. */
  readonly retryable: boolean;
  /** What happened and what to do, for a person. `{name}` is filled from the error's details. */
  readonly message: string;
}

/** Every way in which a rule of the product can refuse. The code names the rule. */
export const POOL_ERRORS = {
  INVALID_INPUT: {
    status: 400,
    retryable: false,
    message: 'Some of what was sent is not valid. See the list of issues, correct them and send it again.',
  },
  INVALID_JSON: { status: 400, retryable: false, message: 'The body is not valid JSON. Send a JSON object.' },
  INVALID_AMOUNT: {
    status: 400,
    retryable: false,
    message:
      'Write the amount as a plain number with at most 6 decimals, for example 12.5, without sign, exponent or separators.',
  },
  BODY_TOO_LARGE: { status: 413, retryable: false, message: 'The body is too large. Send less than 64 KiB.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    message: 'Send the body as JSON, with the header Content-Type: application/json.',
  },
  NOT_SIGNED_IN: {
    status: 401,
    retryable: false,
    message: 'You are not signed in, or your session has ended. Log in and try again.',
  },
  INVALID_LOGIN: { status: 401, retryable: false, message: 'Invalid email or password.' },
  FORBIDDEN: { status: 403, retryable: false, message: "You don't have permission to do this." },
  ACCOUNT_LOCKED: {
    status: 403,
    retryable: false,
    message: 'This account is locked. Write to support to have it opened again.',
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'There is nothing here. Check the address or the id.',
  },
  OTP_COOLDOWN: {
    status: 429,
    retryable: true,
    message: 'A code was sent a moment ago. Ask for a new one in {seconds} seconds.',
  },
  OTP_DAILY_LIMIT: {
    status: 429,
    retryable: true,
    message: 'Too many codes were sent to this address today. Try again tomorrow.',
  },
  OTP_INVALID: {
    status: 400,
    retryable: false,
    message: 'This code is wrong or has expired. Check it, or ask for a new one.',
  },
  SIGN_UP_NOT_VERIFIED: {
    status: 403,
    retryable: false,
    message: 'This email address is not verified yet. Ask for a code and enter it first.',
  },
  RESET_TOKEN_INVALID: {
    status: 400,
    retryable: false,
    message: 'This reset link is not valid any more. Ask for a new one.',
  },
  PASSWORD_TOO_COMMON: {
    status: 400,
    retryable: false,
    message: 'This password is one of the most common ones. Choose another.',
  },
  PASSWORD_TOO_SHORT: {
    status: 400,
    retryable: false,
    message: 'Password must be at least {lengthMin} characters.',
  },
  CURRENT_PASSWORD_WRONG: {
    status: 400,
    retryable: false,
    message: 'The current password is wrong. Nothing was changed. Enter it again.',
  },
  REFERRAL_CODE_UNKNOWN: {
    status: 400,
    retryable: false,
    message: 'Nobody has this referral code. Check it, or leave the field empty.',
  },
  NOTHING_TO_INVEST: { status: 422, retryable: false, message: 'You have no {currency} to invest.' },
  INVESTMENT_BELOW_MINIMUM: {
    status: 422,
    retryable: false,
    message:
      'The minimum investment is {minimum} {currency}; you have {available} {currency}. Deposit more first.',
  },
  WITHDRAWAL_BELOW_MINIMUM: {
    status: 422,
    retryable: false,
    message: 'The minimum withdrawal is {minimum} {currency}. Enter a larger amount.',
  },
  INSUFFICIENT_BALANCE: {
    status: 422,
    retryable: false,
    message: 'You can withdraw at most {available} {currency} now. Enter a smaller amount.',
  },
  NO_REFERRAL_BALANCE: { status: 422, retryable: false, message: 'No balance to transfer.' },
  REFERRAL_BALANCE_EXCEEDED: {
    status: 422,
    retryable: false,
    message: 'You can transfer at most {available} {currency} now. Enter a smaller amount.',
  },
  POOL_DAILY_CAP: {
    status: 422,
    retryable: true,
    message:
      'The pool has reached its limit of {currency} withdrawals for today. Nothing was taken from your balance. Try again tomorrow.',
  },
  PAYOUTS_PAUSED: {
    status: 503,
    retryable: true,
    message:
      'Withdrawals are paused while the pool checks its books. Your balance is unchanged. Try again later.',
  },
  WITHDRAWAL_NOT_REVIEWED: {
    status: 409,
    retryable: false,
    message: 'This withdrawal is not waiting for a review any more. Load the list again.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    retryable: false,
    message: 'This Idempotency-Key was already used with another request. Use a new key.',
  },
  ADDRESS_INVALID: {
    status: 400,
    retryable: false,
    message: 'This is not a valid {network} address. Check every character.',
  },
  ADDRESS_CHECKSUM: {
    status: 400,
    retryable: false,
    message: 'The capital letters of this {network} address do not match its checksum. Copy it again.',
  },
  ADDRESS_WRONG_NETWORK: {
    status: 400,
    retryable: false,
    message: 'This is a {addressNetwork} address; {currency} is withdrawn on {network}.',
  },
  ADDRESS_FORBIDDEN: {
    status: 400,
    retryable: false,
    message:
      'The pool cannot pay to this address, because it is the zero address, the token contract or one of its own addresses.',
  },
  SNAPSHOT_TOO_SOON: {
    status: 429,
    retryable: true,
    message: 'A snapshot was taken a moment ago. Ask for the next one in {seconds} seconds.',
  },
  DEPOSIT_NOT_UNMATCHED: {
    status: 409,
    retryable: false,
    message: 'This receipt is not final yet, or belongs to somebody already. Load the list again.',
  },
  SURPLUS_EXCEEDED: {
    status: 422,
    retryable: false,
    message: 'Only {surplus} {currency} is nobody else’s; {requested} {currency} was asked for.',
  },
  RESERVES_TOO_SMALL: {
    status: 422,
    retryable: false,
    message:
      'The pool holds {held} {currency} and owes {owed} {currency}. At most {available} {currency} may leave the treasury now.',
  },
  NOTHING_TO_SWEEP: {
    status: 422,
    retryable: false,
    message:
      'No deposit address holds enough to be worth the network fee. There is nothing to withdraw into the treasury.',
  },
  TERMS_CHANGED: {
    status: 409,
    retryable: false,
    message:
      'The terms have changed since you saw them. Nothing was invested. Read the new terms and confirm again.',
  },
  TERMS_START_IN_PAST: {
    status: 400,
    retryable: false,
    message:
      'New terms hold from a later day, so that everybody can read them first. Choose a time after {earliest}.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    retryable: false,
    message: 'Enter the 6-digit code of your authenticator app, or a recovery code.',
  },
  SECOND_FACTOR_INVALID: {
    status: 401,
    retryable: false,
    message: 'This code is wrong or was used already. Wait for the next one and enter it.',
  },
  SECOND_FACTOR_BLOCKED: {
    status: 429,
    retryable: true,
    message:
      'Too many wrong codes. No code is looked at for {minutes} minutes; then enter the one that your app shows.',
  },
  SECOND_FACTOR_NOT_ENROLLED: {
    status: 403,
    retryable: false,
    message: 'Set up your second factor first, under Profile in the back office.',
  },
  SECOND_FACTOR_EXISTS: {
    status: 409,
    retryable: false,
    message: 'A second factor is set up already. Remove it first, then set up the new one.',
  },
  PASSWORD_CHANGE_REQUIRED: {
    status: 403,
    retryable: false,
    message: 'Change the password that was made for you first, under Profile in the back office.',
  },
  CANNOT_LOCK_SELF: {
    status: 422,
    retryable: false,
    message: 'You cannot lock your own account. Ask another admin.',
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    message: 'Too many calls. Nothing was changed. Wait {seconds} seconds, then try again.',
  },
  LOGIN_BLOCKED: {
    status: 429,
    retryable: true,
    message:
      'Too many wrong passwords. None is looked at for {minutes} minutes, but from devices that you used before.',
  },
  API_KEY_NOT_ALLOWED: {
    status: 403,
    retryable: false,
    message: 'An API key may not do this. Use one that may, or log in.',
  },
  API_KEYS_MAX: {
    status: 422,
    retryable: false,
    message: 'You have {max} API keys already. Revoke one first.',
  },
  PAYEE_EXISTS: {
    status: 409,
    retryable: false,
    message: 'This address is in your address book already.',
  },
  PAYEES_MAX: {
    status: 422,
    retryable: false,
    message: 'Your address book has {max} addresses already. Remove one first.',
  },
  PAYEE_NOT_LISTED: {
    status: 403,
    retryable: false,
    message: 'Withdrawals go to addresses of your address book only. Add this one there first.',
  },
  PAYEE_WAITS: {
    status: 403,
    retryable: true,
    message: 'This address is new in your address book. It can be paid from {usableAt} on.',
  },
  WITHDRAWAL_REPEATED: {
    status: 409,
    retryable: true,
    message: 'The same withdrawal is under way already. To send it twice, ask again in {seconds} seconds.',
  },
  WEBHOOKS_MAX: {
    status: 422,
    retryable: false,
    message: 'You have {max} webhooks already. Remove one first.',
  },
  WEBHOOK_URL_REFUSED: {
    status: 400,
    retryable: false,
    message: 'Events are sent to public https addresses only. Check the URL.',
  },
  UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'A part of the service does not answer. Nothing was changed. Try again in a minute.',
  },
  INTERNAL: {
    status: 500,
    retryable: true,
    message: 'Something went wrong on our side. Try again; if it happens again, give support the request id.',
  },
} as const satisfies Record<string, ErrorDescription>;
