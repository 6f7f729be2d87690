import { Email } from '@glasspool/core';
import { z } from 'zod/mini';
import { SecondFactorCode } from '../users/second-factor.contract.ts';

const PASSWORD_LENGTH_MAX = 128;

export const LogInInput = z.strictObject({
  email: Email,
  password: z
    .string({ error: 'Enter your password.' })
    .check(
      z.minLength(1, { error: 'Enter your password.' }),
      z.maxLength(PASSWORD_LENGTH_MAX, { error: 'Invalid email or password.' }),
    ),
  /** For accounts with a second factor: the code of the app, or a recovery code. */
  totp: z.optional(SecondFactorCode),
});
export const LogInOutput = z.object({ token: z.string() });
