import { USER_CURRENCIES } from '@glasspool/core';
import { z } from 'zod/mini';

export const CurrencyField = z.enum(USER_CURRENCIES, { error: 'Choose a currency: USDT or TRX.' });

const LENGTH_MAX = 255;

/** A client's own name for a request to move money: the same one with the same request moves it once. */
export const IdempotencyKey = z.string().check(
  z.minLength(1, { error: 'The idempotency key is empty.' }),
  z.maxLength(LENGTH_MAX, {
    error: 'The idempotency key is longer than 255 characters.',
  }),
);

// Longest texts that a call takes, in characters, where more than one call takes them.

/** Any address of a chain, a payment URI or a typing error: the check of addresses says what is wrong with it. */
export const ADDRESS_LENGTH_MAX = 100;
/** Long enough for a passphrase; hashing takes the same time for all. */
export const PASSWORD_LENGTH_MAX = 128;
/** Tokens of mails and of sign-ups. */
export const TOKEN_LENGTH_MAX = 200;
/** Reasons that users, admins and the audit log read. */
export const REASON_LENGTH_MAX = 300;

/** A password on its way in. Its least length is the operator's setting and checked by the pool. */
export const Password = z.string({ error: 'Enter a password.' }).check(
  z.minLength(6, { error: 'Password must be at least 6 characters.' }),
  z.maxLength(PASSWORD_LENGTH_MAX, {
    error: `Password must be at most ${PASSWORD_LENGTH_MAX} characters.`,
  }),
);

/** Apps show a code in two halves, and keyboards of some scripts write wide digits (UAX #15, NFKC). What a passkey brought is no one's to type. */
const fold = (text: string): string =>
  text.startsWith('pk_') ? text : text.normalize('NFKC').replaceAll(/[\s-]/g, '');

/** A code that a person reads off and types, without the spaces and hyphens that make it readable. */
export function typedCode(pattern: RegExp, error: string) {
  return z.string({ error }).check(z.overwrite(fold), z.regex(pattern, { error }));
}

export const SIX_DIGITS = 'Enter the 6 digits that your app shows.';

/** Form of the code that `passkeys.getPasskeyCode` returns. */
export const PASSKEY_CODE = 'pk_[A-Za-z0-9_-]{72}';

/** Confirms that the caller has two-factor authentication: a code of an app, a recovery code, or the code that a passkey's answer brought. */
export const TwoFactorCode = typedCode(
  new RegExp(`^(\\d{6}|[0-9a-zA-Z]{5}-?[0-9a-zA-Z]{5}|${PASSKEY_CODE})$`),
  'The code of the app has 6 digits; a recovery code reads xxxxx-xxxxx.',
);
