// Calls of the API without HTTP, through the same guards, contracts and errors as those of a client.
import { appRouter, type Context, createCallerFactory, describeFailure, NO_RESULTS } from '@glasspool/api';
import { PoolError, type UserId } from '@glasspool/core';
import { authenticate } from '@glasspool/identity/sessions';
import type { SolvencyDeps } from '@glasspool/solvency';
import { TRPCError } from '@trpc/server';
import type { Login } from './login.ts';
import { isWanted } from './violation.ts';

const createCaller = createCallerFactory(appRouter);
export type Api = ReturnType<typeof createCaller>;

/** Roles of a caller of the API. A locked user has no session, and is 'anonymous' too. */
export type Way = 'anonymous' | 'user' | 'read key' | 'withdraw key' | 'auditor' | 'admin';

export interface Caller {
  readonly userId: UserId;
  readonly email: string;
  readonly way: Way;
  /** The header Idempotency-Key. */
  readonly idempotencyKey?: string;
  /** Session of a caller who is signed in. Calls beside the story have no session: their role is taken from `way`. */
  readonly login?: Login;
}

/** Returns the procedures of the API for a caller. */
export function openApi(deps: SolvencyDeps, caller: Caller): Api {
  return createCaller(makeContext(deps, caller));
}

/**
 * Makes a call of the API.
 *
 * @throws PoolError with the code that a client gets. Faults that the story caused and unexpected errors are thrown unchanged.
 */
export async function callApi<Answer>(
  deps: SolvencyDeps,
  caller: Caller,
  call: (api: Api) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call(openApi(deps, caller));
  } catch (error) {
    const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
    const { code } = describeFailure(error);
    // The app would show the login page now.
    if (code === 'NOT_SIGNED_IN' && caller.login !== undefined) caller.login.token = undefined;
    if (code === 'INTERNAL' || isWanted(cause)) throw cause;
    throw new PoolError(code, {}, { cause: error });
  }
}

const NO_COOKIE = { read: () => undefined, set: () => undefined, clear: () => undefined };

/** Returns the context of a call without a connection. It has no rate limits: no story tests them. */
function makeContext(deps: SolvencyDeps, caller: Caller): Context {
  return {
    deps,
    ...identifyAtOnce(caller),
    identify: identifyByToken(deps, caller),
    later: () => undefined,
    clearSiteData: () => undefined,
    logSecurity: () => undefined,
    disconnect: undefined,
    limits: {
      take: async () => ({ quota: 1, windowS: 1, remaining: 1, resetS: 1 }),
      openStream: () => () => undefined,
    },
    publicResults: NO_RESULTS,
    signUpCookie: NO_COOKIE,
    deviceCookie: caller.login === undefined ? NO_COOKIE : keepDevice(caller.login),
    idempotencyKey: caller.idempotencyKey,
    requestId: 'story',
    ipAddress: '10.0.0.1',
    language: 'en',
    userAgent: undefined,
    dev: undefined,
  };
}

function keepDevice(login: Login): Context['deviceCookie'] {
  const set = (token: string | undefined): void => {
    login.deviceToken = token;
  };
  return { read: () => login.deviceToken, set, clear: () => set(undefined) };
}

/** Looks up the owner of the session in the database at each call. */
function identifyByToken(deps: SolvencyDeps, { way, login }: Caller): Context['identify'] {
  if (login === undefined || way === 'anonymous') return undefined;
  return async () => {
    const actor = login.token === undefined ? undefined : await authenticate(deps, login.token);
    return { actor, apiKey: undefined };
  };
}

function identifyAtOnce({ way, userId, email }: Caller): Pick<Context, 'actor' | 'apiKey'> {
  if (way === 'anonymous') return { actor: undefined, apiKey: undefined };
  if (way === 'read key' || way === 'withdraw key') {
    const scope = way === 'read key' ? 'read' : 'withdraw';
    return { actor: undefined, apiKey: { userId, keyId: 'key_story', scope } };
  }
  const session = { sessionId: 'ses_story', hasTwoFactor: false, mustChangePassword: false } as const;
  return { actor: { userId, email, role: way, ...session }, apiKey: undefined };
}
