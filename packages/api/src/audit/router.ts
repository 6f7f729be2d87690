import type { TRPCRouterRecord } from '@trpc/server';
import { listAdminActions } from './list-admin-actions.ts';

export const auditRoutes = { listAdminActions } satisfies TRPCRouterRecord;
