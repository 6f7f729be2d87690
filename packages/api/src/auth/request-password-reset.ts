import { requestPasswordReset as requestInPool } from '@glasspool/identity/passwords';
import { publicProcedure } from '../trpc.ts';
import { RequestPasswordResetInput, RequestPasswordResetOutput } from './request-password-reset.contract.ts';

/** Mails a reset link if the address has an account; the answer never tells. Anyone. */
export const requestPasswordReset = publicProcedure
  .meta({
    limit: 'secret',
    openapi: { method: 'POST', path: '/auth/request-password-reset', summary: 'Mail a reset link' },
  })
  .input(RequestPasswordResetInput)
  .output(RequestPasswordResetOutput)
  .mutation(({ ctx, input }) => {
    // After the answer: for an address without an account there is less to do.
    ctx.later(() => requestInPool(ctx.deps, input.email));
    return { message: 'Check your email for a reset link.' };
  });
