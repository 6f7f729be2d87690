import { z } from 'zod/mini';
import { typedCode } from './code.contract.ts';

const SIX_DIGITS = 'Enter the 6 digits that your app shows.';

export const TotpInput = z.strictObject({ code: typedCode(/^\d{6}$/, SIX_DIGITS) });
/** Form of the code that `passkeys.getPasskeyCode` returns. */
const PASSKEY_CODE = 'pk_[A-Za-z0-9_-]{72}';

/** Confirms that the caller has two-factor authentication: a code of an app, a recovery code, or the code that a passkey's answer brought. */
export const TwoFactorCode = typedCode(
  new RegExp(`^(\\d{6}|[0-9a-zA-Z]{5}-?[0-9a-zA-Z]{5}|${PASSKEY_CODE})$`),
  'The code of the app has 6 digits; a recovery code reads xxxxx-xxxxx.',
);
/** Input of an action that may need a code, and nothing else. */
export const CodeInput = z.optional(z.strictObject({ totp: z.optional(TwoFactorCode) }));
export const TwoFactorInput = z.strictObject({ code: TwoFactorCode });

/** New recovery codes are not made with an old one: one that was found would bring ten. */
export const RenewRecoveryCodesInput = z.strictObject({
  code: typedCode(new RegExp(`^(\\d{6}|${PASSKEY_CODE})$`), SIX_DIGITS),
});
