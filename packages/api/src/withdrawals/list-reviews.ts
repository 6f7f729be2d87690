import { listWithdrawalsToReview } from '@glasspool/pool';
import { NoInput } from '../common.contract.ts';
import { adminProcedure } from '../trpc.ts';
import { ListReviewsOutput } from './review-withdrawal.contract.ts';

/** The withdrawals that wait for an admin. Admins. */
export const listReviews = adminProcedure
  .input(NoInput)
  .output(ListReviewsOutput)
  .query(async ({ ctx }) =>
    (await listWithdrawalsToReview(ctx.deps)).map(
      ({ id, userId, currency, address, amountMicro, createdAt }) => ({
        id,
        userId,
        currency,
        address,
        amount: amountMicro,
        createdAt,
      }),
    ),
  );
