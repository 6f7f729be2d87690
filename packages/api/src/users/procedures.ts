import {
  addNote as addInPool,
  changeStaffRole as changeInPool,
  countUsers,
  endSessionsOf as endInPool,
  inviteStaff as inviteInPool,
  listStaff as listStaffInPool,
  lockUser as lockInPool,
  unlockUser as unlockInPool,
} from '@glasspool/identity/accounts';
import { getUser as getFromPool, listUsers as listUsersInPool } from '@glasspool/records/users';
import type { TRPCRouterRecord } from '@trpc/server';
import { accountRoutes } from '../account/procedures.ts';
import { NoInput, NoOutput } from '../contract.ts';
import { presentMeta, toPageRequest } from '../feed.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';
import {
  AddNoteInput,
  ChangeStaffRoleInput,
  EndSessionsOutput,
  GetUserInput,
  GetUserOutput,
  InviteStaffInput,
  ListStaffOutput,
  ListUsersInput,
  ListUsersOutput,
  LockUserInput,
  UserActionInput,
} from './contract.ts';

/** The number of users, and a page of them with their balances. Admins and auditors. */
const listUsers = staffProcedure
  .meta({ openapi: { method: 'GET', path: '/users', summary: 'The users with their balances' } })
  .input(ListUsersInput)
  .output(ListUsersOutput)
  .query(async ({ ctx, input }) => {
    const found = await listUsersInPool(ctx.deps, { ...toPageRequest(input), search: input.search });
    const data = found.entries.map((user) => ({ ...user, balances: [...user.balances] }));
    return { totalUsers: await countUsers(ctx.deps), data, meta: presentMeta(input, found) };
  });

/** One user with addresses and open sessions. Admins and auditors. */
const getUser = staffProcedure
  .input(GetUserInput)
  .output(GetUserOutput)
  .query(async ({ ctx, input }) => {
    const { balances, wallets, sessions, ...user } = await getFromPool(ctx.deps, input.id);
    return { ...user, balances: [...balances], wallets: [...wallets], sessions: [...sessions] };
  });

/** Locks an account and ends its sessions. Admins. */
const lockUser = adminProcedure
  .input(LockUserInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input: { id: userId, ...request } }) => {
    await lockInPool(ctx.deps, { ...ctx.admin, userId, ...request });
    return {};
  });

/** Opens a locked account again. Admins. */
const unlockUser = adminProcedure
  .input(LockUserInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input: { id: userId, ...request } }) => {
    await unlockInPool(ctx.deps, { ...ctx.admin, userId, ...request });
    return {};
  });

/** Ends every session of a user. Admins. */
const endSessionsOf = adminProcedure
  .input(UserActionInput)
  .output(EndSessionsOutput)
  .mutation(async ({ ctx, input: { id: userId, reason } }) => ({
    ended: await endInPool(ctx.deps, { ...ctx.admin, userId, reason }),
  }));

/** Adds a note about a user to the audit log. Admins. */
const addNote = adminProcedure
  .input(AddNoteInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input: { id: userId, note } }) => {
    await addInPool(ctx.deps, { ...ctx.admin, userId, note, ...readIdempotencyKey(ctx) });
    return {};
  });

/** Everyone with access to the back office. Admins and auditors. */
const listStaff = staffProcedure
  .input(NoInput)
  .output(ListStaffOutput)
  .query(({ ctx }) => listStaffInPool(ctx.deps));

/**
 * Makes the account of an admin or auditor and mails its owner a link to choose a password. Admins.
 */
const inviteStaff = adminProcedure
  .input(InviteStaffInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await inviteInPool(ctx.deps, { ...ctx.admin, ...input, ...readIdempotencyKey(ctx) });
    return {};
  });

/**
 * Makes an admin an auditor, or an auditor an admin. Admins.
 */
const changeStaffRole = adminProcedure
  .input(ChangeStaffRoleInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input: { id: userId, ...change } }) => {
    await changeInPool(ctx.deps, { ...ctx.admin, ...change, userId });
    return {};
  });

export const userRoutes = {
  listUsers,
  getUser,
  lockUser,
  unlockUser,
  endSessionsOf,
  addNote,
  listStaff,
  inviteStaff,
  changeStaffRole,
  ...accountRoutes,
} satisfies TRPCRouterRecord;
