import type { TRPCRouterRecord } from '@trpc/server';
import { listPublicTransactions } from './list-public-transactions.ts';
import { listUserTransactions } from './list-user-transactions.ts';

export const transactionRoutes = { listPublicTransactions, listUserTransactions } satisfies TRPCRouterRecord;
