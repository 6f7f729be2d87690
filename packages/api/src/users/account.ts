import { changeEmail as changeInPool, closeAccount as closeInPool } from '@glasspool/identity/accounts';
import { NoOutput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { ChangeEmailInput, CloseAccountInput } from './account.contract.ts';

/**
 * Changes the caller's e-mail address to one that they have shown to read, and ends their sessions. Signed-in users.
 */
export const changeEmail = protectedProcedure
  .meta({ limit: 'secret' })
  .input(ChangeEmailInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await changeInPool(ctx.deps, { actor: ctx.actor, ...input });
    ctx.signUpCookie.clear();
    return {};
  });

/**
 * Closes the caller's account, which must be empty. Signed-in users.
 */
export const closeAccount = protectedProcedure
  .meta({ limit: 'secret' })
  .input(CloseAccountInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await closeInPool(ctx.deps, { actor: ctx.actor, ...input });
    return {};
  });
