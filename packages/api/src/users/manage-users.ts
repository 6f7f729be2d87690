import {
  addNote as addInPool,
  countUsers,
  endSessionsOf as endInPool,
  lockUser as lockInPool,
  unlockUser as unlockInPool,
} from '@glasspool/identity/accounts';
import { getUser as getFromPool, listUsers as listFromPool } from '@glasspool/records/users';
import { NoOutput } from '../common.contract.ts';
import { presentMeta, toPageRequest } from '../feed.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';
import {
  AddNoteInput,
  EndSessionsOutput,
  GetUserInput,
  GetUserOutput,
  ListUsersInput,
  ListUsersOutput,
  LockUserInput,
  UserActionInput,
} from './manage-users.contract.ts';

/** The number of users, and a page of them with their balances. Admins and auditors. */
export const listUsers = staffProcedure
  .meta({ openapi: { method: 'GET', path: '/users', summary: 'The users with their balances' } })
  .input(ListUsersInput)
  .output(ListUsersOutput)
  .query(async ({ ctx, input }) => {
    const found = await listFromPool(ctx.deps, { ...toPageRequest(input), search: input.search });
    const data = found.entries.map((user) => ({ ...user, balances: [...user.balances] }));
    return { totalUsers: await countUsers(ctx.deps), data, meta: presentMeta(input, found) };
  });

/** One user with addresses and open sessions. Admins and auditors. */
export const getUser = staffProcedure
  .input(GetUserInput)
  .output(GetUserOutput)
  .query(async ({ ctx, input }) => {
    const { balances, wallets, sessions, ...user } = await getFromPool(ctx.deps, input.id);
    return { ...user, balances: [...balances], wallets: [...wallets], sessions: [...sessions] };
  });

/** Locks an account and ends its sessions. Admins. */
export const lockUser = adminProcedure
  .input(LockUserInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input: { id: userId, ...request } }) => {
    await lockInPool(ctx.deps, { ...ctx.admin, userId, ...request });
    return {};
  });

/** Opens a locked account again. Admins. */
export const unlockUser = adminProcedure
  .input(LockUserInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input: { id: userId, ...request } }) => {
    await unlockInPool(ctx.deps, { ...ctx.admin, userId, ...request });
    return {};
  });

/** Ends every session of a user. Admins. */
export const endSessionsOf = adminProcedure
  .input(UserActionInput)
  .output(EndSessionsOutput)
  .mutation(async ({ ctx, input: { id: userId, reason } }) => ({
    ended: await endInPool(ctx.deps, { ...ctx.admin, userId, reason }),
  }));

/** Adds a note about a user to the audit log. Admins. */
export const addNote = adminProcedure
  .input(AddNoteInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input: { id: userId, note } }) => {
    await addInPool(ctx.deps, { ...ctx.admin, userId, note, ...readIdempotencyKey(ctx) });
    return {};
  });
