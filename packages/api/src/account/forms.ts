import { Email } from '@glasspool/core';
import { z } from 'zod/mini';
import {
  PASSWORD_LENGTH_MAX,
  Password,
  SIX_DIGITS,
  TOKEN_LENGTH_MAX,
  TwoFactorCode,
  typedCode,
} from '../forms.ts';

const USER_NAME_LENGTH_MAX = 40;
const LABEL_LENGTH_MAX = 60;

const NAME = /^[\p{L}\p{M}\p{N} ._'-]+$/u;
/** At least one letter or digit, nothing that does not show (UAX #44: Default_Ignorable_Code_Point), and no heap of accents. */
const showsAll = (name: string): boolean => /[\p{L}\p{N}]/u.test(name) && !/\p{DI}|\p{M}{3}/u.test(name);

export const UpdateProfileInput = z.strictObject({
  userName: z.string({ error: 'Enter a user name.' }).check(
    z.trim(),
    z.minLength(1, { error: 'Enter a user name.', abort: true }),
    z.maxLength(USER_NAME_LENGTH_MAX, {
      error: `A user name has at most ${USER_NAME_LENGTH_MAX} characters.`,
    }),
    z.regex(NAME, { error: 'A user name has letters, digits, spaces and . _ - only.' }),
    z.refine(showsAll, { error: 'A user name has letters, digits, spaces and . _ - only.' }),
  ),
});

export const CurrentPassword = z.string({ error: 'Enter your current password.' }).check(
  z.minLength(1, { error: 'Enter your current password.' }),
  z.maxLength(PASSWORD_LENGTH_MAX, {
    error: `Password must be at most ${PASSWORD_LENGTH_MAX} characters.`,
  }),
);

/** Label that a user gives to something of theirs. */
export const Label = z
  .string({ error: 'Enter a name.' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Enter a name.', abort: true }),
    z.maxLength(LABEL_LENGTH_MAX, { error: `A name has at most ${LABEL_LENGTH_MAX} characters.` }),
    z.regex(NAME, { error: "A name has letters, digits, spaces and . _ - ' only." }),
    z.refine(showsAll, { error: "A name has letters, digits, spaces and . _ - ' only." }),
  );

export const ChangePasswordInput = z.strictObject({
  currentPassword: CurrentPassword,
  newPassword: Password,
});

export const TotpInput = z.strictObject({ code: typedCode(/^\d{6}$/, SIX_DIGITS) });
export const TwoFactorInput = z.strictObject({ code: TwoFactorCode });

export const ChangeEmailInput = z.strictObject({
  newEmail: Email,
  /** Token that `auth.verifyOtp` gives for the code that was mailed to the new address. */
  emailToken: z
    .string()
    .check(
      z.minLength(1, { error: 'Enter the code that was mailed to the new address first.' }),
      z.maxLength(TOKEN_LENGTH_MAX),
    ),
  password: CurrentPassword,
  totp: z.optional(TwoFactorCode),
});

export const CloseAccountInput = z.strictObject({
  password: CurrentPassword,
  totp: z.optional(TwoFactorCode),
});
