import { z } from 'zod/mini';

export const TotpInput = z.strictObject({
  code: z
    .string({ error: 'Enter the 6 digits that your app shows.' })
    .check(z.regex(/^\d{6}$/, { error: 'Enter the 6 digits that your app shows.' })),
});
/** Form of the code that `passkeys.getPasskeyCode` returns. */
const PASSKEY_CODE = 'pk_[A-Za-z0-9_-]{72}';

/** Confirms that the caller has two-factor authentication: a code of an app, a recovery code, or the code that a passkey's answer brought. */
export const TwoFactorCode = z.string({ error: 'Enter the code of your app, or a recovery code.' }).check(
  z.regex(new RegExp(`^(\\d{6}|[0-9a-zA-Z]{5}-?[0-9a-zA-Z]{5}|${PASSKEY_CODE})$`), {
    error: 'The code of the app has 6 digits; a recovery code reads xxxxx-xxxxx.',
  }),
);
/** Input of an action that may need a code, and nothing else. */
export const CodeInput = z.optional(z.strictObject({ totp: z.optional(TwoFactorCode) }));
export const TwoFactorInput = z.strictObject({ code: TwoFactorCode });

/** New recovery codes are not made with an old one: one that was found would bring ten. */
export const RenewRecoveryCodesInput = z.strictObject({
  code: z
    .string({ error: 'Enter the 6 digits that your app shows.' })
    .check(
      z.regex(new RegExp(`^(\\d{6}|${PASSKEY_CODE})$`), { error: 'Enter the 6 digits that your app shows.' }),
    ),
});
