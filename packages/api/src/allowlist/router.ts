import type { TRPCRouterRecord } from '@trpc/server';
import { addPayee, getAllowlist, removePayee, setAllowlistOnly } from './allowlist.ts';

export const allowlistRoutes = {
  addPayee,
  getAllowlist,
  removePayee,
  setAllowlistOnly,
} satisfies TRPCRouterRecord;
