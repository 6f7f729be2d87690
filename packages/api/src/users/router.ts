import type { TRPCRouterRecord } from '@trpc/server';
import { countUsers } from './count-users.ts';

export const userRoutes = { countUsers } satisfies TRPCRouterRecord;
