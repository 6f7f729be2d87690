import { z } from 'zod';
import { IdempotencyKey } from '../idempotency-key.contract.ts';
import { TransferReferralForm } from './transfer-referral-form.contract.ts';

export const TransferReferralInput = z.strictObject({
  ...TransferReferralForm.shape,
  termsVersion: z
    .number()
    .int()
    .positive()
    .optional()
    .describe(
      'Of an investment: version of the terms that was shown; the call is refused when another one is in force by now.',
    ),
  idempotencyKey: z.optional(IdempotencyKey),
});
export const TransferReferralOutput = z.object({ message: z.string() });
