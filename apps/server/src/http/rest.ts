import { type Context, describeFailure, type Failure, type ProcedureMeta } from '@glasspool/api';
import { formatAmount } from '@glasspool/core';
import { type AnyTRPCProcedure, type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type CreateContext = (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;

/**
 * The REST interface: one route for each procedure that names one, calling the procedure itself.
 * Rules, guards and contracts are therefore the same as over tRPC.
 */
export function registerRest(
  server: FastifyInstance,
  router: AnyTRPCRouter,
  createContext: CreateContext,
): void {
  for (const [path, procedure] of Object.entries<AnyTRPCProcedure>(router._def.procedures)) {
    // Our routers are made with this type of metadata; tRPC keeps it as unknown.
    const meta = procedure._def.meta as ProcedureMeta | undefined;
    if (meta?.openapi === undefined) continue;
    const { method } = meta.openapi;
    const { type } = procedure._def;
    server.route({
      method,
      url: `/api${meta.openapi.path}`,
      handler: async (request, reply) => {
        const input = method === 'GET' ? request.query : (request.body ?? {});
        try {
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
          return sendJson(reply, 200, { status: true, ...Object(output) });
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
  if (failure.status >= 500) request.log.error({ err: error }, 'call failed');
  if (failure.retryAfterS !== undefined) reply.header('retry-after', String(failure.retryAfterS));
  return sendJson(reply, failure.status, presentFailure(failure, request.id));
}

function presentFailure({ code, message, issues }: Failure, requestId: string): object {
  return {
    status: false,
    message,
    error: { code, message, requestId, ...(issues === undefined ? {} : { issues }) },
  };
}

/** Amounts are decimal strings on the wire; the only bigints in an answer are amounts in micro-units. */
function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  const text = JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'bigint' ? formatAmount(value) : value,
  );
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(text);
}
