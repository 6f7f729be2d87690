import { Email } from '@glasspool/core';
import { z } from 'zod/mini';
import { PASSWORD_LENGTH_MAX, TOKEN_LENGTH_MAX } from '../text-lengths.contract.ts';

const REFERRAL_CODE_LENGTH_MAX = 20;

/** A password on its way in. Its least length is the operator's setting and checked by the pool. */
export const Password = z.string({ error: 'Enter a password.' }).check(
  z.minLength(6, { error: 'Password must be at least 6 characters.' }),
  z.maxLength(PASSWORD_LENGTH_MAX, {
    error: `Password must be at most ${PASSWORD_LENGTH_MAX} characters.`,
  }),
);

export const SetPasswordInput = z.strictObject({
  email: Email,
  password: Password,
  referralCode: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(REFERRAL_CODE_LENGTH_MAX, {
        error: `A referral code has at most ${REFERRAL_CODE_LENGTH_MAX} characters.`,
      }),
    ),
  ),
  signupToken: z.optional(z.string().check(z.maxLength(TOKEN_LENGTH_MAX))),
});
export const SetPasswordOutput = z.object({ message: z.string() });
