import { Email } from '@glasspool/core';
import { z } from 'zod/mini';
import { typedCode } from '../users/code.contract.ts';

const ERROR = 'OTP must be 6 digits.';

export const Otp = typedCode(/^\d{6}$/, ERROR);
export const VerifyOtpInput = z.strictObject({ email: Email, otp: Otp });
export const VerifyOtpOutput = z.object({ signupToken: z.string() });
