import { PoolError } from '@glasspool/core';
import type { Role } from '@glasspool/pool';
import { initTRPC, TRPCError } from '@trpc/server';
import type { Context } from './context.ts';
import { describeFailure, toTrpcError } from './errors.ts';
import { transformer } from './transformer.ts';

/** Where a procedure stands in the REST interface (decisions.md 8). */
export interface ProcedureMeta {
  readonly openapi?: {
    readonly method: 'GET' | 'POST';
    readonly path: `/${string}`;
    readonly summary: string;
  };
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    transformer,
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const { status, code, message, details, issues } = describeFailure(error);
      const data = {
        ...shape.data,
        httpStatus: status,
        poolCode: code,
        details: details ?? {},
        issues: issues ?? [],
        requestId: ctx?.requestId ?? '',
      };
      return { ...shape, message, data };
    },
  });

export const { router, createCallerFactory } = t;

const withPoolErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof PoolError) throw toTrpcError(result.error.cause);
  return result;
});

/** Anyone may call. */
export const publicProcedure = t.procedure.use(withPoolErrors);

/** Signed-in callers only; the session was checked in the database for this very call. */
export const protectedProcedure = publicProcedure.use(({ ctx, next }) => {
  const { actor } = ctx;
  if (actor === undefined) throw new TRPCError({ code: 'UNAUTHORIZED' });
  return next({ ctx: { ...ctx, actor } });
});

/**
 * Refuses everybody who is not of the staff, and staff who have not set up what guards their account (decisions.md 6).
 *
 * @throws TRPCError UNAUTHORIZED, FORBIDDEN
 * @throws PoolError PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_NOT_ENROLLED
 */
export function assertStaff(
  { actor, deps }: Pick<Context, 'actor' | 'deps'>,
  roles: readonly Role[] = ['admin', 'auditor'],
): void {
  if (actor === undefined) throw new TRPCError({ code: 'UNAUTHORIZED' });
  if (!roles.includes(actor.role)) throw new TRPCError({ code: 'FORBIDDEN' });
  if (actor.mustChangePassword) throw new PoolError('PASSWORD_CHANGE_REQUIRED');
  if (deps.settings.needsSecondFactor && !actor.hasSecondFactor)
    throw new PoolError('SECOND_FACTOR_NOT_ENROLLED');
}

/** Admins only. */
export const adminProcedure = protectedProcedure.use(({ ctx, next }) => {
  assertStaff(ctx, ['admin']);
  const { userId } = ctx.actor;
  return next({
    ctx: { ...ctx, admin: { adminId: userId, origin: { address: ctx.address, requestId: ctx.requestId } } },
  });
});

/** Admins, and auditors, who read everything and change nothing (decisions.md 6). */
export const staffProcedure = protectedProcedure.use(({ ctx, next }) => {
  assertStaff(ctx);
  return next({ ctx });
});

/** The local networks only. */
export const devProcedure = publicProcedure.use(({ ctx, next }) => {
  const { dev } = ctx;
  if (dev === undefined) throw new TRPCError({ code: 'NOT_FOUND' });
  return next({ ctx: { ...ctx, dev } });
});
