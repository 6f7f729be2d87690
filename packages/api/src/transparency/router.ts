import type { TRPCRouterRecord } from '@trpc/server';
import { getPoolFigures } from './get-pool-figures.ts';
import { listPayouts } from './list-payouts.ts';

export const transparencyRoutes = { getPoolFigures, listPayouts } satisfies TRPCRouterRecord;
