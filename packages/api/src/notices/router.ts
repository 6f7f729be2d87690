import type { TRPCRouterRecord } from '@trpc/server';
import { listNotices, markNoticesRead } from './notices.ts';

export const noticeRoutes = { listNotices, markNoticesRead } satisfies TRPCRouterRecord;
