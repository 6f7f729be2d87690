import type { TRPCRouterRecord } from '@trpc/server';
import { findDeposit } from './find-deposit.ts';
import { attributeDeposit, listUnmatchedReceipts } from './unmatched-receipts.ts';

export const depositRoutes = {
  findDeposit,
  listUnmatchedReceipts,
  attributeDeposit,
} satisfies TRPCRouterRecord;
