import { changePassword as changeInPool } from '@glasspool/identity';
import { NoOutput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { ChangePasswordInput } from './settings.contract.ts';

/**
 * Changes the caller's password and ends their other sessions. Signed-in users.
 * Errors: CURRENT_PASSWORD_WRONG, PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON.
 */
export const changePassword = protectedProcedure
  .meta({ limit: 'secret' })
  .input(ChangePasswordInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await changeInPool(ctx.deps, { actor: ctx.actor, ...input });
    return {};
  });
