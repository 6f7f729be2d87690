import { endOtherSessions as endInPool, listSessions as listInPool } from '@glasspool/pool';
import { NoInput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { EndOtherSessionsOutput, ListSessionsOutput } from './settings.contract.ts';

/** The caller's open sessions. Signed-in users. */
export const listSessions = protectedProcedure
  .input(NoInput)
  .output(ListSessionsOutput)
  .query(({ ctx }) => listInPool(ctx.deps, ctx.actor));

/** Ends all of the caller's sessions but this one. Signed-in users. */
export const endOtherSessions = protectedProcedure
  .input(NoInput)
  .output(EndOtherSessionsOutput)
  .mutation(async ({ ctx }) => ({ ended: await endInPool(ctx.deps, ctx.actor) }));
