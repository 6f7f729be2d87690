import { changePassword as changeInPool } from '@glasspool/identity/passwords';
import { NoOutput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { ChangePasswordInput } from './settings.contract.ts';

/**
 * Changes the caller's password and ends their other sessions. Signed-in users.
 */
export const changePassword = protectedProcedure
  .meta({ limit: 'secret' })
  .input(ChangePasswordInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await changeInPool(ctx.deps, { actor: ctx.actor, ...input });
    return {};
  });
