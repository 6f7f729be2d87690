import type { TRPCRouterRecord } from '@trpc/server';
import { listEarnings } from './list-earnings.ts';
import { listReferrals } from './list-referrals.ts';
import { transferReferral } from './transfer-referral.ts';

export const referralRoutes = { listReferrals, listEarnings, transferReferral } satisfies TRPCRouterRecord;
