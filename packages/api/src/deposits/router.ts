import type { TRPCRouterRecord } from '@trpc/server';
import { findDeposit } from './find-deposit.ts';

export const depositRoutes = { findDeposit } satisfies TRPCRouterRecord;
