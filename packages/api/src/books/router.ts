import type { TRPCRouterRecord } from '@trpc/server';
import { listReconciliations } from './list-reconciliations.ts';

export const bookRoutes = { listReconciliations } satisfies TRPCRouterRecord;
