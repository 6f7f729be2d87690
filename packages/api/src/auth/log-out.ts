import { logOut as logOutOfPool } from '@glasspool/identity/sessions';
import { NoInput, NoOutput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';

/** Ends the session at once. Signed-in users. */
export const logOut = protectedProcedure
  .meta({ openapi: { method: 'POST', path: '/auth/logout', summary: 'Log out' } })
  .input(NoInput)
  .output(NoOutput)
  .mutation(async ({ ctx }) => {
    await logOutOfPool(ctx.deps, ctx.actor);
    ctx.clearSiteData();
    return {};
  });
