import { logIn as logInToPool } from '@glasspool/pool';
import { publicProcedure } from '../trpc.ts';
import { LogInInput, LogInOutput } from './log-in.contract.ts';

/** Starts a session. Anyone. Errors: INVALID_LOGIN, ACCOUNT_LOCKED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_BLOCKED, SECOND_FACTOR_INVALID. */
export const logIn = publicProcedure
  .meta({ openapi: { method: 'POST', path: '/auth/login', summary: 'Log in' } })
  .input(LogInInput)
  .output(LogInOutput)
  .mutation(({ ctx, input }) => logInToPool(ctx.deps, input));
