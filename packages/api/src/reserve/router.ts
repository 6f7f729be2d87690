import type { TRPCRouterRecord } from '@trpc/server';
import { fundReserve, listTerms, publishTerms } from './reserve.ts';

export const reserveRoutes = { fundReserve, publishTerms, listTerms } satisfies TRPCRouterRecord;
