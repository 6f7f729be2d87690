import type { TRPCRouterRecord } from '@trpc/server';
import { findNewestSweep, listSweepAddresses, planSweep, startSweep } from './sweeps.ts';

export const sweepRoutes = {
  planSweep,
  startSweep,
  findNewestSweep,
  listSweepAddresses,
} satisfies TRPCRouterRecord;
