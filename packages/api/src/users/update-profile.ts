import { updateProfile as updateInPool } from '@glasspool/identity/accounts';
import { NoOutput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { UpdateProfileInput } from './settings.contract.ts';

/** Changes the caller's user name. Signed-in users. */
export const updateProfile = protectedProcedure
  .input(UpdateProfileInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await updateInPool(ctx.deps, { userId: ctx.actor.userId, userName: input.userName });
    return {};
  });
