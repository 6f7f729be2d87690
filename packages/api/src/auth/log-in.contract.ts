import { Email } from '@glasspool/core';
import { z } from 'zod';

export const LogInInput = z.strictObject({
  email: Email,
  password: z
    .string({ error: 'Enter your password.' })
    .min(1, { error: 'Enter your password.' })
    .max(128, { error: 'Invalid email or password.' }),
});
export const LogInOutput = z.object({ token: z.string() });
