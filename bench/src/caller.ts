import { appRouter, type Context, createCallerFactory, NO_RESULTS } from '@glasspool/api';
import type { UserId } from '@glasspool/core';
import type { SolvencyDeps } from '@glasspool/solvency';

const createCaller = createCallerFactory(appRouter);
const NO_COOKIE = { read: () => undefined, set: () => undefined, clear: () => undefined };

/** Calls of the procedures without HTTP, limits and logs around them. */
export type Caller = ReturnType<typeof createCaller>;

/** Signs a user in to call procedures directly. */
export function signIn(deps: SolvencyDeps, userId: UserId, role: 'user' | 'admin'): Caller {
  const context: Context = {
    deps,
    actor: {
      userId,
      sessionId: 'ses_1',
      email: 'a@b.co',
      role,
      hasTwoFactor: true,
      mustChangePassword: false,
    },
    apiKey: undefined,
    limits: {
      take: async () => ({ quota: 1, windowS: 1, remaining: 1, resetS: 1 }),
      openStream: () => () => undefined,
    },
    identify: undefined,
    later: () => undefined,
    clearSiteData: () => undefined,
    logSecurity: () => undefined,
    disconnect: undefined,
    publicResults: NO_RESULTS,
    signUpCookie: NO_COOKIE,
    deviceCookie: NO_COOKIE,
    idempotencyKey: undefined,
    requestId: '1',
    ipAddress: '127.0.0.1',
    language: 'en',
    userAgent: undefined,
    dev: undefined,
  };
  return createCaller(context);
}
