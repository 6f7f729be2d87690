import { endSessions as endInPool, listSessions as listInPool } from '@glasspool/identity/sessions';
import { NoInput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';
import { nameProgram } from './name-program.ts';
import { EndSessionsInput, EndSessionsOutput, ListSessionsOutput } from './settings.contract.ts';

/** The caller's open sessions. Signed-in users. */
export const listSessions = protectedProcedure
  .input(NoInput)
  .output(ListSessionsOutput)
  .query(async ({ ctx }) => {
    const sessions = await listInPool(ctx.deps, ctx.actor);
    return sessions.map((session) => ({
      ...session,
      program: session.userAgent === null ? null : nameProgram(session.userAgent),
    }));
  });

/** Ends one of the caller's sessions, or all but this one. Signed-in users. */
export const endSessions = protectedProcedure
  .meta({ limit: 'secret' })
  .input(EndSessionsInput)
  .output(EndSessionsOutput)
  .mutation(async ({ ctx, input }) => ({
    ended: await endInPool(ctx.deps, { actor: ctx.actor, ...input }),
  }));
