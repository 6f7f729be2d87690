import { changeEmail as changeInPool, closeAccount as closeInPool } from '@glasspool/identity';
import { NoOutput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { ChangeEmailInput, CloseAccountInput } from './account.contract.ts';

/**
 * Changes the caller's e-mail address to one that they have shown to read, and ends their sessions. Signed-in users.
 * Errors: LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, SIGN_UP_NOT_VERIFIED, EMAIL_TAKEN, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_BLOCKED,
 * SECOND_FACTOR_SHUT, SECOND_FACTOR_INVALID.
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
 * Errors: LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, FORBIDDEN, ACCOUNT_NOT_EMPTY, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_BLOCKED,
 * SECOND_FACTOR_SHUT, SECOND_FACTOR_INVALID.
 */
export const closeAccount = protectedProcedure
  .meta({ limit: 'secret' })
  .input(CloseAccountInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await closeInPool(ctx.deps, { actor: ctx.actor, ...input });
    return {};
  });
