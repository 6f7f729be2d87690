import { Email } from '@glasspool/core';
import { z } from 'zod/mini';

const ERROR = 'OTP must be 6 digits.';

export const Otp = z.string({ error: ERROR }).check(z.regex(/^\d{6}$/, { error: ERROR }));
export const VerifyOtpInput = z.strictObject({ email: Email, otp: Otp });
export const VerifyOtpOutput = z.object({ signupToken: z.string() });
