import type { TRPCRouterRecord } from '@trpc/server';
import { invest } from './invest.ts';
import { listAllInvestments } from './list-all-investments.ts';
import { listInvestments } from './list-investments.ts';
import { releaseWallet } from './release-wallet.ts';

export const investmentRoutes = {
  invest,
  listInvestments,
  listAllInvestments,
  releaseWallet,
} satisfies TRPCRouterRecord;
