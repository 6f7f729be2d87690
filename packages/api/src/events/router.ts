import type { TRPCRouterRecord } from '@trpc/server';
import { onChange } from './on-change.ts';

export const eventRoutes = { onChange } satisfies TRPCRouterRecord;
