import { z } from 'zod';

export const SecondFactorState = z.object({ isEnrolled: z.boolean(), recoveryCodesLeft: z.number() });
export const BeginSecondFactorOutput = z.object({
  /** Base32, for typing it in. */
  secret: z.string(),
  /** For a QR code. */
  uri: z.string(),
});
export const RecoveryCodesOutput = z.object({ recoveryCodes: z.array(z.string()) });
