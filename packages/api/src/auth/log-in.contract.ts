import { Email } from '@glasspool/core';
import { z } from 'zod/mini';
import { TwoFactorCode } from '../users/two-factor.contract.ts';

const PASSWORD_LENGTH_MAX = 128;

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
