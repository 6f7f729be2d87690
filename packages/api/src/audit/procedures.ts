import { listAdminActions as listFromPool } from '@glasspool/identity/audit';
import type { TRPCRouterRecord } from '@trpc/server';
import { staffProcedure } from '../trpc.ts';
import { ListAdminActionsInput, ListAdminActionsOutput } from './contract.ts';

/** Audit log of the back office, newest first. Admins and auditors. */
const listAdminActions = staffProcedure
  .input(ListAdminActionsInput)
  .output(ListAdminActionsOutput)
  .query(async ({ ctx, input }) => {
    const { lines, total } = await listFromPool(ctx.deps, input);
    return { data: lines, meta: { page: input.page, limit: input.limit, total } };
  });

export const auditRoutes = { listAdminActions } satisfies TRPCRouterRecord;
