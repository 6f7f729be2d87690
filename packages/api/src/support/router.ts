import type { TRPCRouterRecord } from '@trpc/server';
import { getContacts } from './get-contacts.ts';

export const supportRoutes = { getContacts } satisfies TRPCRouterRecord;
