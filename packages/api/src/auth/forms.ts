import { Email } from '@glasspool/core';
import { z } from 'zod/mini';
import { PASSWORD_LENGTH_MAX, Password, TOKEN_LENGTH_MAX, TwoFactorCode, typedCode } from '../forms.ts';

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

export const RequestPasswordResetInput = z.strictObject({ email: Email });
export const RequestPasswordResetOutput = z.object({ message: z.string() });

const REFERRAL_CODE_LENGTH_MAX = 20;

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

export const ResetPasswordInput = z.strictObject({
  token: z
    .string()
    .check(
      z.minLength(1, { error: 'The reset link holds no token. Open it from the mail again.' }),
      z.maxLength(TOKEN_LENGTH_MAX),
    ),
  newPassword: Password,
  /** Ends API keys, webhooks and addresses that wait as well. */
  endsOtherAccess: z.optional(z.boolean()),
});
export const ResetPasswordOutput = z.object({ message: z.string() });

export const SendOtpInput = z.strictObject({ email: Email });
export const SendOtpOutput = z.object({ message: z.string(), resendAfter: z.number() });

const ERROR = 'OTP must be 6 digits.';

export const Otp = typedCode(/^\d{6}$/, ERROR);
export const VerifyOtpInput = z.strictObject({ email: Email, otp: Otp });
export const VerifyOtpOutput = z.object({ signupToken: z.string() });
