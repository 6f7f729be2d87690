import { Email } from '@glasspool/core';
import { z } from 'zod';

const PASSWORD_LENGTH_MAX = 128;
const TOKEN_LENGTH_MAX = 200;

/** A password on its way in. Its least length is the operator's setting and checked by the pool. */
export const Password = z
  .string({ error: 'Enter a password.' })
  .min(6, { error: 'Password must be at least 6 characters.' })
  .max(PASSWORD_LENGTH_MAX, { error: `Password must be at most ${PASSWORD_LENGTH_MAX} characters.` });

export const SetPasswordInput = z.strictObject({
  email: Email,
  password: Password,
  referralCode: z.string().trim().max(20, { error: 'A referral code has at most 20 characters.' }).optional(),
  signupToken: z.string().max(TOKEN_LENGTH_MAX).optional(),
});
export const SetPasswordOutput = z.object({ message: z.string() });
