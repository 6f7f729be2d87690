import { reviewWithdrawal as reviewInPool } from '@glasspool/pool/withdrawals';
import { adminProcedure } from '../trpc.ts';
import { ReviewWithdrawalInput, ReviewWithdrawalOutput } from './review-withdrawal.contract.ts';

/** Approves or rejects a withdrawal above the review limit. Admins, never for their own. */
export const reviewWithdrawal = adminProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/reviews/decide',
      summary: 'Approve or reject a withdrawal that waits for review',
      errors: [
        'NOT_FOUND',
        'NOT_SECOND_PERSON',
        'WITHDRAWAL_NOT_REVIEWED',
        'OWNER_OWES',
        'APPROVAL_ABOVE_CAP',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_INVALID',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
      ],
    },
  })
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
