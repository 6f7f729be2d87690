import {
  addPayee as addInPool,
  getAllowlist as getFromPool,
  removePayee as removeInPool,
  setAllowlistOnly as setInPool,
} from '@glasspool/pool';
import { NoInput, NoOutput } from '../common.contract.ts';
import { protectedProcedure, readProcedure } from '../trpc.ts';
import { AddPayeeInput, SetAllowlistOnlyInput } from './add-payee.contract.ts';
import { AllowlistOutput, PayeeView, RemovePayeeInput } from './allowlist.contract.ts';

/** The caller's address book. Signed-in users, API keys. */
export const getAllowlist = readProcedure
  .meta({
    openapi: { method: 'GET', path: '/withdrawal-allowlist', summary: 'The addresses that may be paid to' },
  })
  .input(NoInput)
  .output(AllowlistOutput)
  .query(async ({ ctx }) => {
    const { allowlistOnly, payees } = await getFromPool(ctx.deps, ctx.user.userId);
    return { allowlistOnly, payees: [...payees] };
  });

/**
 * Adds an address, which can be paid a day later. Signed-in users.
 */
export const addPayee = protectedProcedure
  .meta({ limit: 'secret' })
  .input(AddPayeeInput)
  .output(PayeeView)
  .mutation(({ ctx, input }) => addInPool(ctx.deps, { actor: ctx.actor, ...input }));

/** Removes an address. Signed-in users. */
export const removePayee = protectedProcedure
  .input(RemovePayeeInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await removeInPool(ctx.deps, { userId: ctx.actor.userId, id: input.id });
    return {};
  });

/** True when withdrawals go to the address book only. Signed-in users. */
export const setAllowlistOnly = protectedProcedure
  .meta({ limit: 'secret' })
  .input(SetAllowlistOnlyInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await setInPool(ctx.deps, { actor: ctx.actor, ...input });
    return {};
  });
