import { listAdminActions as listFromPool } from '@glasspool/identity/audit';
import { staffProcedure } from '../trpc.ts';
import { ListAdminActionsInput, ListAdminActionsOutput } from './list-admin-actions.contract.ts';

/** Audit log of the back office, newest first. Admins and auditors. */
export const listAdminActions = staffProcedure
  .input(ListAdminActionsInput)
  .output(ListAdminActionsOutput)
  .query(async ({ ctx, input }) => {
    const { lines, total } = await listFromPool(ctx.deps, input);
    return { data: lines, meta: { page: input.page, limit: input.limit, total } };
  });
