import { listWithdrawalsToReview } from '@glasspool/pool/withdrawals';
import { NoInput } from '../common.contract.ts';
import { staffProcedure } from '../trpc.ts';
import { ListReviewsOutput } from './review-withdrawal.contract.ts';

/** The withdrawals that wait for an admin. Admins and auditors. */
export const listReviews = staffProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/reviews',
      summary: 'Withdrawals that wait for an admin',
    },
  })
  .input(NoInput)
  .output(ListReviewsOutput)
  .query(async ({ ctx }) => ({
    data: (await listWithdrawalsToReview(ctx.deps)).map(
      ({ id, userId, email, source, currency, address, amountMicro, reason, createdAt }) => ({
        id,
        userId,
        email,
        source,
        currency,
        address,
        amount: amountMicro,
        reason,
        createdAt,
      }),
    ),
  }));
