import {
  addAllowlistEntry as addInPool,
  getAllowlist as getFromPool,
  removeAllowlistEntry as removeInPool,
  setAllowlistOnly as setInPool,
} from '@glasspool/pool/allowlist';
import type { TRPCRouterRecord } from '@trpc/server';
import { NoInput, NoOutput } from '../contract.ts';
import { protectedProcedure, readProcedure } from '../trpc.ts';
import { AllowlistEntryView, AllowlistOutput, RemoveAllowlistEntryInput } from './contract.ts';
import { AddAllowlistEntryInput, SetAllowlistOnlyInput } from './forms.ts';

/** The caller's withdrawal allowlist. Signed-in users, API keys. */
const getAllowlist = readProcedure
  .meta({
    openapi: { method: 'GET', path: '/withdrawal-allowlist', summary: 'The addresses that may be paid to' },
  })
  .input(NoInput)
  .output(AllowlistOutput)
  .query(async ({ ctx }) => {
    const { entries, ...restriction } = await getFromPool(ctx.deps, ctx.user.userId);
    return { ...restriction, entries: [...entries] };
  });

/**
 * Adds an address, which can be paid a day later. Signed-in users.
 */
const addAllowlistEntry = protectedProcedure
  .meta({ limit: 'secret' })
  .input(AddAllowlistEntryInput)
  .output(AllowlistEntryView)
  .mutation(({ ctx, input }) => addInPool(ctx.deps, { actor: ctx.actor, ...input }));

/** Removes an address. Signed-in users. */
const removeAllowlistEntry = protectedProcedure
  .input(RemoveAllowlistEntryInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await removeInPool(ctx.deps, { userId: ctx.actor.userId, id: input.id });
    return {};
  });

/** Has withdrawals go to the withdrawal allowlist only, or, a day later, anywhere. Signed-in users. */
const setAllowlistOnly = protectedProcedure
  .meta({ limit: 'secret' })
  .input(SetAllowlistOnlyInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await setInPool(ctx.deps, { actor: ctx.actor, ...input });
    return {};
  });

export const allowlistRoutes = {
  addAllowlistEntry,
  getAllowlist,
  removeAllowlistEntry,
  setAllowlistOnly,
} satisfies TRPCRouterRecord;
