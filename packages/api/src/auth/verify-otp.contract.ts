import { Email } from '@glasspool/core';
import { z } from 'zod';

export const Otp = z
  .string({ error: 'OTP must be 6 digits.' })
  .regex(/^\d{6}$/, { error: 'OTP must be 6 digits.' });
export const VerifyOtpInput = z.strictObject({ email: Email, otp: Otp });
export const VerifyOtpOutput = z.object({ signupToken: z.string() });
