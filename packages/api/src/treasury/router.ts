import type { TRPCRouterRecord } from '@trpc/server';
import { getTreasury, haltPayouts, resumePayouts, withdrawFromTreasury } from './treasury.ts';

export const treasuryRoutes = {
  getTreasury,
  withdrawFromTreasury,
  haltPayouts,
  resumePayouts,
} satisfies TRPCRouterRecord;
