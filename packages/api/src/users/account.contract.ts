import { Email } from '@glasspool/core';
import { z } from 'zod/mini';
import { TOKEN_LENGTH_MAX } from '../text-lengths.contract.ts';
import { CurrentPassword } from './settings.contract.ts';
import { TwoFactorCode } from './two-factor.contract.ts';

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
