import { z } from 'zod/mini';
import { CurrentPassword } from './settings.contract.ts';
import { TwoFactorCode } from './two-factor.contract.ts';

// By itself: the login page has the code's form, and needs no rules for passwords.
export const BeginTwoFactorInput = z.strictObject({
  password: CurrentPassword,
  totp: z.optional(TwoFactorCode),
});
