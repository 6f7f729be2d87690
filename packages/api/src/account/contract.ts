import { z } from 'zod';

export const TwoFactorState = z.object({
  isEnrolled: z.boolean().describe('Whether an authenticator app is set up.'),
  passkeys: z.number(),
  recoveryCodesLeft: z.number(),
});
export const BeginTwoFactorOutput = z.object({
  secret: z.string().describe('Base32, for typing it in.'),
  uri: z.string().describe('For a QR code.'),
});
export const RecoveryCodesOutput = z.object({ recoveryCodes: z.array(z.string()) });
