import { PoolError, type PoolErrorCode } from '@glasspool/core';
import type { Actor, ApiKeyCaller, ApiKeyScope, Role } from '@glasspool/identity/deps';
import { assertCodeOfSession } from '@glasspool/identity/passkeys';
import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import type { Context } from './context.ts';
import { describeFailure, toTrpcError } from './errors.ts';
import type { LimitName } from './limits.ts';
import { assertPlainInput } from './plain-input.ts';
import { isSecurityEvent } from './security-log.ts';
import { transformer } from './transformer.ts';

/** Group of callers. The base of a procedure enforces it; this names it for the API's description. */
export type Guard = 'user' | 'admin' | 'staff' | 'local';

export interface ProcedureMeta {
  /** Left out: anyone. */
  readonly guard?: Guard;
  /** Scope that an API key needs. Left out: API keys may not call. */
  readonly apiKey?: ApiKeyScope;
  /** Limit class, where it differs from that of its type. */
  readonly limit?: LimitName;
  /** Place of a procedure in the REST interface. */
  readonly openapi?: {
    readonly method: 'GET' | 'POST';
    readonly path: `/${string}`;
    readonly summary: string;
    /** The refusals of its own, besides those that its guard and its input have. */
    readonly errors?: readonly PoolErrorCode[];
  };
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    transformer,
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const { status, code, message, retryable, details, issues, ...failure } = describeFailure(error);
      // Its plain type: the declarations of the packed client do without core.
      const field: string | undefined = failure.field;
      const data = {
        ...shape.data,
        httpStatus: status,
        poolCode: code,
        retryable,
        ...(field === undefined ? {} : { field }),
        details: details ?? {},
        issues: issues ?? [],
        requestId: ctx?.requestId ?? '',
      };
      return { ...shape, message, data };
    },
  });

export const { router, createCallerFactory } = t;

/**
 * Goes before every procedure. One middleware, for each costs as much as a small procedure: finds who calls, counts the call, looks at
 * its input, and once it is done names its error and notes what happened.
 */
const withCall = t.middleware(async ({ ctx: given, meta, type, path, getRawInput, next }) => {
  let ctx = given;
  try {
    // A websocket's context is made once; who is behind it is asked for every call.
    if (given.identify !== undefined) ctx = { ...given, ...(await given.identify()) };
    await takeLimit(ctx, { meta, type });
    const input = await getRawInput();
    assertPlainInput(input);
    assertOwnCodes(ctx, input);
    // The answer of a public query is the same for everyone, and asking for it many times costs no more than once.
    const isPublic = type === 'query' && meta?.guard === undefined;
    const result = await (isPublic
      ? ctx.publicResults.find(`${path} ${JSON.stringify(input ?? {})}`, async () =>
          assertOk(await next({ ctx })),
        )
      : next({ ctx }));
    if (!result.ok && result.error.cause instanceof PoolError) throw toTrpcError(result.error.cause);
    logSecurity(ctx, { meta, type, path, outcome: result.ok ? 'done' : describeFailure(result.error).code });
    return result;
  } catch (error) {
    const named = error instanceof PoolError ? toTrpcError(error) : error;
    logSecurity(ctx, { meta, type, path, outcome: describeFailure(named).code });
    throw named;
  }
});

/** @throws PoolError, or the TRPCError of a failed call. */
function assertOk<Result extends { ok: true } | { ok: false; error: TRPCError }>(result: Result): Result {
  if (result.ok) return result;
  throw result.error.cause instanceof PoolError ? result.error.cause : result.error;
}

/** Fields in which a call supplies a two-factor code. */
const Codes = z.object({ totp: z.string().optional(), code: z.string().optional() }).catch({});

/** A passkey's code confirms an action in the session that asked for it, whichever procedure takes the code. */
function assertOwnCodes({ deps, actor }: Context, input: unknown): void {
  for (const code of Object.values(Codes.parse(input)))
    if (code !== undefined) assertCodeOfSession(deps, { code, sessionId: actor?.sessionId });
}

type Call = Readonly<{ meta: ProcedureMeta | undefined; type: 'query' | 'mutation' | 'subscription' }>;

/** Counts the call against what its network address and its account may do, before anything else looks at it. */
async function takeLimit({ limits, actor, apiKey, ipAddress }: Context, { meta, type }: Call): Promise<void> {
  const accountId = (actor ?? apiKey)?.userId;
  await limits.take(meta?.limit ?? (type === 'mutation' ? 'write' : 'read'), { ipAddress, accountId });
}

/** Writes security events into the log that a search for attacks reads (ASVS 5.0, 16.3). */
function logSecurity(
  { actor, apiKey, ipAddress, requestId, logSecurity: write }: Context,
  {
    meta,
    type,
    path,
    outcome,
  }: Call & { path: string; outcome: ReturnType<typeof describeFailure>['code'] | 'done' },
): void {
  if (!isSecurityEvent(meta, { type, outcome })) return;
  const userId = (actor ?? apiKey)?.userId;
  write({ event: path, outcome, userId, apiKeyId: apiKey?.keyId, ipAddress, requestId });
}

/** Anyone may call. */
export const publicProcedure = t.procedure.use(withCall);

/** Signed-in callers only; the session was checked in the database for this very call. */
export const protectedProcedure = publicProcedure.meta({ guard: 'user' }).use(({ ctx, next }) => {
  const { actor } = ctx;
  if (actor === undefined && ctx.apiKey !== undefined) throw new PoolError('API_KEY_NOT_ALLOWED');
  if (actor === undefined) throw new TRPCError({ code: 'UNAUTHORIZED' });
  return next({ ctx: { ...ctx, actor } });
});

const userProcedure = publicProcedure.meta({ guard: 'user' });

/**
 * Returns the user behind a call: signed in, or with an API key.
 *
 * @throws TRPCError UNAUTHORIZED
 */
export function getCaller({ actor, apiKey }: Pick<Context, 'actor' | 'apiKey'>): Actor | ApiKeyCaller {
  const user = actor ?? apiKey;
  if (user === undefined) throw new TRPCError({ code: 'UNAUTHORIZED' });
  return user;
}

function allowKeys(scope: ApiKeyScope) {
  return userProcedure.meta({ apiKey: scope }).use(({ ctx, next }) => {
    const user = getCaller(ctx);
    if (ctx.actor === undefined && scope === 'withdraw' && ctx.apiKey?.scope !== 'withdraw')
      throw new PoolError('API_KEY_NOT_ALLOWED');
    return next({ ctx: { ...ctx, user } });
  });
}

/** Signed-in callers, and programs with an API key of theirs. For what only shows. */
export const readProcedure = allowKeys('read');

/** Signed-in callers, and programs with an API key that may withdraw. */
export const withdrawProcedure = allowKeys('withdraw');

/**
 * Refuses callers who are not staff, and staff who have not secured their account yet.
 *
 * @throws TRPCError UNAUTHORIZED, FORBIDDEN
 * @throws PoolError PASSWORD_CHANGE_REQUIRED, TWO_FACTOR_NOT_ENROLLED
 */
export function assertStaff(
  { actor, deps }: Pick<Context, 'actor' | 'deps'>,
  roles: readonly Role[] = ['admin', 'auditor'],
): void {
  if (actor === undefined) throw new TRPCError({ code: 'UNAUTHORIZED' });
  if (!roles.includes(actor.role)) throw new TRPCError({ code: 'FORBIDDEN' });
  if (actor.mustChangePassword) throw new PoolError('PASSWORD_CHANGE_REQUIRED');
  if (deps.settings.needsTwoFactor && !actor.hasTwoFactor) throw new PoolError('TWO_FACTOR_NOT_ENROLLED');
}

/** Admins only. */
export const adminProcedure = protectedProcedure.meta({ guard: 'admin' }).use(({ ctx, next }) => {
  assertStaff(ctx, ['admin']);
  const { userId } = ctx.actor;
  return next({
    ctx: {
      ...ctx,
      admin: { adminId: userId, origin: { ipAddress: ctx.ipAddress, requestId: ctx.requestId } },
    },
  });
});

/** Admins, and auditors, who read everything and change nothing. */
export const staffProcedure = protectedProcedure.meta({ guard: 'staff' }).use(({ ctx, next }) => {
  assertStaff(ctx);
  return next({ ctx });
});

/** The local networks only. */
export const devProcedure = publicProcedure.meta({ guard: 'local' }).use(({ ctx, next }) => {
  const { dev } = ctx;
  if (dev === undefined) throw new TRPCError({ code: 'NOT_FOUND' });
  return next({ ctx: { ...ctx, dev } });
});
