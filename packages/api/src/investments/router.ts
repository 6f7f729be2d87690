import type { TRPCRouterRecord } from '@trpc/server';
import { invest } from './invest.ts';
import { listInvestments } from './list-investments.ts';

export const investmentRoutes = { invest, listInvestments } satisfies TRPCRouterRecord;
