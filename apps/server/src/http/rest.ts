import {
  type Context,
  describeFailure,
  type Failure,
  type LimitName,
  type ProcedureMeta,
} from '@glasspool/api';
import { formatAmount } from '@glasspool/core';
import { type AnyTRPCProcedure, type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicAnswers } from './public-answers.ts';

export type CreateContext = (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;

export interface RestOptions {
  readonly router: AnyTRPCRouter;
  readonly createContext: CreateContext;
  readonly answers: PublicAnswers;
  /** Counts a call that is answered from memory against its limit; a procedure counts its own. */
  readonly countCall: (
    call: { request: FastifyRequest; reply: FastifyReply },
    limit: LimitName,
  ) => Promise<unknown>;
}

/**
 * The REST interface: one route for each procedure that names one, calling the procedure itself.
 * Rules, guards and contracts are therefore the same as over tRPC.
 */
export function registerRest(server: FastifyInstance, options: RestOptions): void {
  const { router, createContext, answers, countCall } = options;
  for (const [path, procedure] of Object.entries<AnyTRPCProcedure>(router._def.procedures)) {
    // Our routers are made with this type of metadata; tRPC keeps it as unknown.
    const meta = procedure._def.meta as ProcedureMeta | undefined;
    if (meta?.openapi === undefined) continue;
    const { method } = meta.openapi;
    const hasParams = meta.openapi.path.includes('{');
    const { type } = procedure._def;
    const call = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
      const sent = method === 'GET' ? request.query : (request.body ?? {});
      const input = hasParams ? { ...Object(sent), ...Object(request.params) } : sent;
      const ctx = await createContext(request, reply);
      const output = await callTRPCProcedure({
        router,
        path,
        type,
        ctx,
        getRawInput: async () => input,
        signal: undefined,
        batchIndex: 0,
      });
      return toText({ status: true, ...Object(output) });
    };
    const isPublic = meta.guard === undefined && type === 'query';
    server.route({
      method,
      url: `/api${meta.openapi.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      handler: async (request, reply) => {
        try {
          // A caller who is named is answered by the procedure, which counts the call for the account as well.
          if (!isPublic || request.headers.authorization !== undefined)
            return sendText(reply, 200, await call(request, reply));
          return await answers.send(
            { request, reply },
            {
              render: () => call(request, reply),
              onKnown: () => countCall({ request, reply }, meta.limit ?? 'read'),
            },
          );
        } catch (error) {
          return sendFailure(request, reply, error);
        }
      },
    });
  }
}

/** Answers a refusal in the one form that every path under /api uses. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const failure = describeFailure(error);
  logFailure(request.log, failure, error);
  if (failure.retryAfterS !== undefined) reply.header('retry-after', String(failure.retryAfterS));
  return sendText(reply, failure.status, toText(presentFailure(failure, request.id)));
}

/** Logs a failure of ours: with its stack where it was not foreseen, in one line where a dependency is away, which has its own log line. */
export function logFailure(
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  { status, code }: Pick<Failure, 'status' | 'code'>,
  error: unknown,
  path?: string,
): void {
  if (status === 503) log.warn({ code, path }, 'call refused');
  else if (status >= 500) log.error({ err: error, path }, 'call failed');
}

function presentFailure(failure: Failure, requestId: string): object {
  const { code, message, retryable, field, issues } = failure;
  return {
    status: false,
    message,
    error: {
      code,
      message,
      retryable,
      requestId,
      ...(field === undefined ? {} : { field }),
      ...(issues === undefined ? {} : { issues }),
    },
  };
}

/** Amounts are decimal strings on the wire; the only bigints in an answer are amounts in micro-units. */
function toText(body: object): string {
  return JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'bigint' ? formatAmount(value) : value,
  );
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(text);
}
