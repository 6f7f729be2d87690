import { resetPassword as resetInPool } from '@glasspool/identity/passwords';
import { publicProcedure } from '../trpc.ts';
import { ResetPasswordInput, ResetPasswordOutput } from './reset-password.contract.ts';

/** Sets a new password with the token of a reset link. Anyone. */
export const resetPassword = publicProcedure
  .meta({
    limit: 'secret',
    openapi: {
      method: 'POST',
      path: '/auth/reset-password',
      summary: 'Set a new password',
      errors: ['RESET_TOKEN_INVALID', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON'],
    },
  })
  .input(ResetPasswordInput)
  .output(ResetPasswordOutput)
  .mutation(async ({ ctx, input }) => {
    await resetInPool(ctx.deps, input);
    return { message: 'Password reset successful! Redirecting to login...' };
  });
