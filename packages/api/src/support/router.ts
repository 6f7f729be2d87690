import type { TRPCRouterRecord } from '@trpc/server';
import { getAnnouncement, setAnnouncement } from './announcement.ts';
import { getContacts } from './get-contacts.ts';

export const supportRoutes = { getContacts, getAnnouncement, setAnnouncement } satisfies TRPCRouterRecord;
