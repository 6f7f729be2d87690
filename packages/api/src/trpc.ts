import { PoolError } from '@glasspool/core';
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
      const { status, code, message, issues } = describeFailure(error);
      const data = {
        ...shape.data,
        httpStatus: status,
        poolCode: code,
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

/** Admins only. */
export const adminProcedure = protectedProcedure.use(({ ctx, next }) => {
  if (ctx.actor.role !== 'admin') throw new TRPCError({ code: 'FORBIDDEN' });
  return next({ ctx });
});

/** The local networks only. */
export const devProcedure = publicProcedure.use(({ ctx, next }) => {
  const { dev } = ctx;
  if (dev === undefined) throw new TRPCError({ code: 'NOT_FOUND' });
  return next({ ctx: { ...ctx, dev } });
});
