import { Email } from '@glasspool/core';
import { z } from 'zod';

export const LogInInput = z.strictObject({
  email: Email,
  password: z
    .string({ error: 'Enter your password.' })
    .min(1, { error: 'Enter your password.' })
    .max(128, { error: 'Invalid email or password.' }),
  /** For accounts with a second factor. Nobody can enrol one yet, so it is not compared with anything. */
  totp: z
    .string()
    .regex(/^\d{6}$/, { error: 'The code of the second factor has 6 digits.' })
    .optional(),
});
export const LogInOutput = z.object({ token: z.string() });
