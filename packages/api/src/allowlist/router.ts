import type { TRPCRouterRecord } from '@trpc/server';
import { addAllowlistEntry, getAllowlist, removeAllowlistEntry, setAllowlistOnly } from './allowlist.ts';

export const allowlistRoutes = {
  addAllowlistEntry,
  getAllowlist,
  removeAllowlistEntry,
  setAllowlistOnly,
} satisfies TRPCRouterRecord;
