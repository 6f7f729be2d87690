import type { TRPCRouterRecord } from '@trpc/server';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { getWithdrawal } from './get-withdrawal.ts';
import { getWithdrawalLimits } from './get-withdrawal-limits.ts';
import { listReviews } from './list-reviews.ts';
import { quoteWithdrawal } from './quote-withdrawal.ts';
import { reviewWithdrawal } from './review-withdrawal.ts';
import { withdraw } from './withdraw.ts';

export const withdrawalRoutes = {
  withdraw,
  cancelWithdrawal,
  getWithdrawal,
  getWithdrawalLimits,
  quoteWithdrawal,
  listReviews,
  reviewWithdrawal,
} satisfies TRPCRouterRecord;
