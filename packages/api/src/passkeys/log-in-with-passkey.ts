import {
  beginPasskeyLogin as beginInPool,
  logInWithPasskey as logInToPool,
} from '@glasspool/identity/passkeys';
import { LogInOutput } from '../auth/log-in.contract.ts';
import { logSessionStarted } from '../auth/log-session-started.ts';
import { publicProcedure } from '../trpc.ts';
import { RequestOptionsOutput } from './passkey-options.ts';
import { AnswerInput, BeginLogInInput } from './passkeys.contract.ts';

/**
 * Begins a login with a passkey: alone, or after the password of an account. Anyone.
 */
export const beginPasskeyLogin = publicProcedure
  .meta({ limit: 'secret' })
  .input(BeginLogInInput)
  .output(RequestOptionsOutput)
  .mutation(({ ctx, input }) =>
    beginInPool(ctx.deps, input && { ...input, deviceToken: ctx.deviceCookie.read() }),
  );

/** Starts a session with a passkey. Anyone. */
export const logInWithPasskey = publicProcedure
  .meta({ limit: 'secret' })
  .input(AnswerInput)
  .output(LogInOutput)
  .mutation(async ({ ctx, input }) => {
    const { ipAddress, language, userAgent, deviceCookie } = ctx;
    const origin = { ipAddress, language, userAgent, deviceToken: deviceCookie.read() };
    const { token, deviceToken, userId } = await logInToPool(ctx.deps, { ...input, origin });
    deviceCookie.set(deviceToken);
    logSessionStarted(ctx, userId);
    return { token };
  });
