import { z } from 'zod/mini';
import { SecondFactorCode } from './second-factor.contract.ts';
import { CurrentPassword } from './settings.contract.ts';

// By itself: the login page has the code's form, and needs no rules for passwords.
export const BeginSecondFactorInput = z.strictObject({
  password: CurrentPassword,
  totp: z.optional(SecondFactorCode),
});
