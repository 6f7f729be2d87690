import { reviewWithdrawal as reviewInPool } from '@glasspool/pool';
import { adminProcedure } from '../trpc.ts';
import { ReviewWithdrawalInput, ReviewWithdrawalOutput } from './review-withdrawal.contract.ts';

/** Approves or rejects a withdrawal above the review limit. Admins, never for their own. Errors: NOT_FOUND, FORBIDDEN, WITHDRAWAL_NOT_REVIEWED, SECOND_FACTOR_*. */
export const reviewWithdrawal = adminProcedure
  .input(ReviewWithdrawalInput)
  .output(ReviewWithdrawalOutput)
  .mutation(async ({ ctx, input }) => {
    await reviewInPool(ctx.deps, {
      ...ctx.admin,
      withdrawalId: input.id,
      decision: input.decision,
      ...(input.decision === 'reject' ? { reason: input.reason } : { reason: '', totp: input.totp }),
    });
    return {};
  });
