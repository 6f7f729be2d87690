import type { TRPCRouterRecord } from '@trpc/server';
import { invest } from './invest.ts';
import { listAllInvestments } from './list-all-investments.ts';
import { listInvestments } from './list-investments.ts';

export const investmentRoutes = { invest, listInvestments, listAllInvestments } satisfies TRPCRouterRecord;
