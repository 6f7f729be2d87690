import type { TRPCRouterRecord } from '@trpc/server';
import { getTreasury, resumePayouts, withdrawFromTreasury } from './treasury.ts';

export const treasuryRoutes = { getTreasury, withdrawFromTreasury, resumePayouts } satisfies TRPCRouterRecord;
