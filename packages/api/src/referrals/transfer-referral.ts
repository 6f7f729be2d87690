import { parseAmount } from '@glasspool/core';
import { transferReferral as transferInPool } from '@glasspool/pool/referrals';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { protectedProcedure } from '../trpc.ts';
import { TransferReferralInput, TransferReferralOutput } from './transfer-referral.contract.ts';

/**
 * Moves referral rewards to withdrawable or into an investment. Signed-in users.
 */
export const transferReferral = protectedProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/transfer/referral',
      summary: 'Move referral rewards',
      errors: [
        'NO_REFERRAL_BALANCE',
        'REFERRAL_BALANCE_EXCEEDED',
        'TERMS_CHANGED',
        'INVESTMENT_BELOW_MINIMUM',
        'RECEIVABLE_OUTSTANDING',
        'IDEMPOTENCY_KEY_REUSED',
      ],
    },
  })
  .input(TransferReferralInput)
  .output(TransferReferralOutput)
  .mutation(async ({ ctx, input: { amount, destination, currency, termsVersion, ...input } }) => {
    await transferInPool(ctx.deps, {
      userId: ctx.actor.userId,
      currency,
      destination,
      termsVersion,
      amountMicro: parseAmount(amount),
      ...readIdempotencyKey(ctx, input),
    });
    return { message: 'Transfer successful!' };
  });
