import type { ErrorDescription } from './error-description.ts';

/** Refusals about identity and its proof. */
export const ACCOUNT_ERRORS = {
  NOT_SIGNED_IN: {
    status: 401,
    retryable: false,
    message: 'You are not signed in, or your session has ended. Log in and try again.',
  },
  INVALID_LOGIN: { status: 401, retryable: false, message: 'Invalid email or password.' },
  ACCOUNT_LOCKED: {
    status: 403,
    retryable: false,
    message: 'This account is locked. Write to support to have it unlocked.',
  },
  OTP_COOLDOWN: {
    status: 429,
    retryable: true,
    message: 'A code was sent a moment ago. Request a new one in {seconds} seconds.',
  },
  OTP_DAILY_LIMIT: {
    status: 429,
    retryable: true,
    message: 'Too many codes were sent to this email today. Try again tomorrow.',
  },
  OTP_INVALID: {
    status: 400,
    field: 'otp',
    retryable: false,
    message: 'This code is wrong, has expired, or a newer one was sent. Check it, or request a new one.',
  },
  SIGN_UP_NOT_VERIFIED: {
    status: 403,
    retryable: false,
    message: 'This email is not verified yet. Request a code and enter it first.',
  },
  RESET_TOKEN_INVALID: {
    status: 400,
    retryable: false,
    message: 'This reset link is no longer valid. Request a new one.',
  },
  PASSWORD_TOO_COMMON: {
    status: 400,
    field: 'newPassword',
    retryable: false,
    message: 'This password is one of the most common ones. Choose another.',
  },
  PASSWORD_TOO_SHORT: {
    status: 400,
    field: 'newPassword',
    retryable: false,
    message: 'Password must be at least {lengthMin} characters.',
  },
  CURRENT_PASSWORD_WRONG: {
    status: 400,
    field: 'password',
    retryable: false,
    message: 'The current password is wrong. Nothing was changed. Enter it again.',
  },
  REFERRAL_CODE_UNKNOWN: {
    status: 400,
    field: 'referralCode',
    retryable: false,
    message: 'This referral code does not exist. Check it, or leave the field empty.',
  },
  TWO_FACTOR_REQUIRED: {
    status: 401,
    field: 'totp',
    retryable: false,
    message: 'Enter the 6-digit code of your authenticator app, or a recovery code.',
  },
  TWO_FACTOR_INVALID: {
    status: 401,
    field: 'totp',
    retryable: false,
    message: 'This code is wrong or was already used. Wait for the next one and enter it.',
  },
  TWO_FACTOR_BLOCKED: {
    status: 429,
    field: 'totp',
    retryable: true,
    message: 'Too many wrong codes. Try again in {minutes} min with the code that your app shows then.',
  },
  TWO_FACTOR_SHUT: {
    status: 403,
    field: 'totp',
    retryable: false,
    message: 'There were 100 wrong codes in a row. Reset your password with a link by mail, then log in.',
  },
  TWO_FACTOR_NOT_ENROLLED: {
    status: 403,
    retryable: false,
    message: 'Set up two-factor authentication first, under Profile in the back office.',
  },
  TWO_FACTOR_EXISTS: {
    status: 409,
    retryable: false,
    message: 'Two-factor authentication is already set up. Remove it first, then set it up again.',
  },
  PASSKEY_INVALID: {
    status: 401,
    retryable: false,
    message: 'The answer of this passkey was refused: it came too late, or was already used. Try again.',
  },
  PASSKEY_UNKNOWN: {
    status: 401,
    retryable: false,
    message: 'No account here has this passkey. Log in with your password, or choose another passkey.',
  },
  PASSKEY_COPIED: {
    status: 403,
    retryable: false,
    message:
      'The use counter of this passkey went backwards, as that of a copy does. It is refused from now on. Log in another way, remove it in the settings and change your password.',
  },
  PASSKEY_EXISTS: {
    status: 409,
    retryable: false,
    message: 'This passkey is already registered here. Use another device, or remove it first.',
  },
  PASSKEYS_MAX: {
    status: 422,
    retryable: false,
    message: 'You have {max} passkeys already. Remove one first.',
  },
  PASSKEYS_UNAVAILABLE: {
    status: 409,
    retryable: false,
    message:
      'Passkeys belong to a host name, and this pool has none. On a local network open it at localhost; elsewhere the operator sets PUBLIC_URL.',
  },
  PASSWORD_CHANGE_REQUIRED: {
    status: 403,
    retryable: false,
    message: 'Replace the generated password first, under Profile in the back office.',
  },
  CANNOT_LOCK_SELF: {
    status: 422,
    retryable: false,
    message: 'You cannot lock your own account. Ask another admin.',
  },
  LOGIN_BLOCKED: {
    status: 429,
    field: 'password',
    retryable: true,
    message:
      'Too many wrong passwords. Try again in {minutes} min, or use a device that you have logged in on before.',
  },
  API_KEY_NOT_ALLOWED: {
    status: 403,
    retryable: false,
    message: 'This API key is not allowed to do this. Use one with the right scope, or log in.',
  },
  API_KEYS_MAX: {
    status: 422,
    retryable: false,
    message: 'You have {max} API keys already. Revoke one first.',
  },
  SECRET_SHOWN_BEFORE: {
    status: 409,
    retryable: false,
    message:
      'This request was already carried out, but its answer did not arrive. A secret is shown only once: remove the entry from the list and create another one.',
  },
  EMAIL_TAKEN: {
    status: 409,
    field: 'email',
    retryable: false,
    message: 'Another account already uses this email. Nothing was changed. Use another email.',
  },
  NOT_SECOND_PERSON: {
    status: 403,
    retryable: false,
    message:
      'One of you invited, promoted or unlocked the other, so you count as one person. Ask another admin, or have one created on the machine.',
  },
  CANNOT_CHANGE_OWN_ROLE: {
    status: 422,
    retryable: false,
    message: 'You cannot change your own role. Nothing was changed. Ask another admin.',
  },
  ACCOUNT_NOT_EMPTY: {
    status: 422,
    retryable: false,
    message:
      'This account is not empty, or something is still in flight. Nothing was changed. Withdraw the rest, wait until that is final, then close the account. If less than the fee is left, write to support.',
  },
  STATEMENT_TOO_LONG: {
    status: 422,
    retryable: false,
    message: 'This account has too many entries for one statement. Download its history as CSV instead.',
  },
  WEBHOOKS_MAX: {
    status: 422,
    retryable: false,
    message: 'You have {max} webhooks already. Remove one first.',
  },
  WEBHOOK_URL_REFUSED: {
    status: 400,
    field: 'url',
    retryable: false,
    message: 'Events are sent to public https URLs only. Check the URL.',
  },
} as const satisfies Record<string, ErrorDescription>;
