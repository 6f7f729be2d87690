import { Email } from '@glasspool/core';
import { z } from 'zod/mini';
import { PASSWORD_LENGTH_MAX } from '../text-lengths.contract.ts';
import { TwoFactorCode } from '../users/two-factor.contract.ts';

export const LogInInput = z.strictObject({
  email: Email,
  password: z
    .string({ error: 'Enter your password.' })
    .check(
      z.minLength(1, { error: 'Enter your password.' }),
      z.maxLength(PASSWORD_LENGTH_MAX, { error: 'Invalid email or password.' }),
    ),
  /** For accounts with two-factor authentication: the code of the app, or a recovery code. */
  totp: z.optional(TwoFactorCode),
});
export const LogInOutput = z.object({ token: z.string() });
