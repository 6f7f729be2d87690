import type { TRPCRouterRecord } from '@trpc/server';
import { getWithdrawalTerms } from './get-withdrawal-terms.ts';
import { withdraw } from './withdraw.ts';

export const withdrawalRoutes = { withdraw, getWithdrawalTerms } satisfies TRPCRouterRecord;
