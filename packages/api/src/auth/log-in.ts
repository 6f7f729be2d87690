import { logIn as logInToPool } from '@glasspool/identity/sessions';
import { publicProcedure } from '../trpc.ts';
import { LogInInput, LogInOutput } from './log-in.contract.ts';
import { logSessionStarted } from './log-session-started.ts';

/** Starts a session. Anyone. */
export const logIn = publicProcedure
  .meta({
    limit: 'secret',
    openapi: {
      method: 'POST',
      path: '/auth/login',
      summary: 'Log in',
      errors: [
        'INVALID_LOGIN',
        'ACCOUNT_LOCKED',
        'LOGIN_BLOCKED',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
        'TWO_FACTOR_INVALID',
      ],
    },
  })
  .input(LogInInput)
  .output(LogInOutput)
  .mutation(async ({ ctx, input }) => {
    const { ipAddress, language, userAgent, deviceCookie } = ctx;
    const origin = { ipAddress, language, userAgent, deviceToken: deviceCookie.read() };
    const { token, deviceToken, userId } = await logInToPool(ctx.deps, { ...input, ...origin });
    deviceCookie.set(deviceToken);
    logSessionStarted(ctx, userId);
    return { token };
  });
