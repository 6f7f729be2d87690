import {
  changeStaffRole as changeInPool,
  inviteStaff as inviteInPool,
  listStaff as listFromPool,
} from '@glasspool/identity/accounts';
import { NoInput, NoOutput } from '../common.contract.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';
import { ChangeStaffRoleInput, InviteStaffInput, ListStaffOutput } from './staff.contract.ts';

/** Everyone with access to the back office. Admins and auditors. */
export const listStaff = staffProcedure
  .input(NoInput)
  .output(ListStaffOutput)
  .query(({ ctx }) => listFromPool(ctx.deps));

/**
 * Makes the account of an admin or auditor and mails its owner a link to choose a password. Admins.
 */
export const inviteStaff = adminProcedure
  .input(InviteStaffInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await inviteInPool(ctx.deps, { ...ctx.admin, ...input, ...readIdempotencyKey(ctx) });
    return {};
  });

/**
 * Makes an admin an auditor, or an auditor an admin. Admins.
 */
export const changeStaffRole = adminProcedure
  .input(ChangeStaffRoleInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input: { id: userId, ...change } }) => {
    await changeInPool(ctx.deps, { ...ctx.admin, ...change, userId });
    return {};
  });
