import { IncomingMessage } from 'node:http';
import { type AppRouter, type appRouter, describeFailure, type localAppRouter } from '@glasspool/api';
import { CALLS_PER_BATCH_MAX } from '@glasspool/api/transformer';
import type { TRPCError } from '@trpc/server';
import { type CreateFastifyContextOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { type CallContextOptions, createBatchContext, createSocketContext } from './call-context.ts';
import { guardHandler } from './guard-handler.ts';
import { logFailure } from './rest.ts';
import { SOCKET_KEEP_ALIVE } from './sockets.ts';

/**
 * A call as the plugin hands it in. Over a websocket it hands in Node's request and the connection, although its types promise Fastify's
 * request and reply.
 */
interface HandedIn {
  readonly req: FastifyRequest | IncomingMessage;
  readonly res: FastifyReply | WebSocket;
}

/** Returns true for a request of Fastify's, which has its own log; what stands behind a websocket is Node's. */
function isFastifyRequest(request: HandedIn['req']): request is FastifyRequest {
  return !(request instanceof IncomingMessage);
}

function isFastifyReply(response: HandedIn['res']): response is FastifyReply {
  return 'setCookie' in response;
}

/** Serves the procedures over HTTP and over a websocket, under /trpc. */
export async function registerTrpc(
  server: FastifyInstance,
  router: typeof appRouter | typeof localAppRouter,
  options: CallContextOptions,
): Promise<void> {
  await server.register(fastifyTRPCPlugin<AppRouter>, {
    prefix: '/trpc',
    useWSS: true,
    trpcOptions: {
      // The plugin reads these two, but its type does not know them.
      ...{ keepAlive: SOCKET_KEEP_ALIVE, experimental_encoder: SOCKET_ENCODER },
      maxBatchSize: CALLS_PER_BATCH_MAX,
      // The local router is the public one with one more area.
      router: router as AppRouter,
      createContext: ({ req, res, info }: HandedIn & Pick<CreateFastifyContextOptions, 'info'>) => {
        if (isFastifyRequest(req) && isFastifyReply(res))
          return createBatchContext(options, { request: req, reply: res });
        if (isFastifyRequest(req) || isFastifyReply(res)) throw new Error('A call is half of a websocket.');
        return createSocketContext(options, {
          request: req,
          socket: res,
          token: info.connectionParams?.['token'],
        });
      },
      responseMeta: ({ errors: [first] }: { errors: TRPCError[] }) => {
        const seconds = first === undefined ? undefined : describeFailure(first).retryAfterS;
        return {
          headers: { 'cache-control': 'no-store', ...(seconds && { 'retry-after': String(seconds) }) },
        };
      },
      onError: guardHandler(
        options.log,
        ({ error, req, path }: Pick<HandedIn, 'req'> & { error: TRPCError; path: string | undefined }) =>
          logFailure(isFastifyRequest(req) ? req.log : options.log, describeFailure(error), error, path),
      ),
    },
  });
}

/** Messages of a websocket as tRPC writes them, with the bound on calls that a request has. */
const SOCKET_ENCODER = {
  encode: (data: unknown): string => JSON.stringify(data),
  decode: (data: string | ArrayBuffer | Uint8Array): unknown => {
    if (typeof data !== 'string') throw new SyntaxError('Send messages as text.');
    const message: unknown = JSON.parse(data);
    if (Array.isArray(message) && message.length > CALLS_PER_BATCH_MAX)
      throw new RangeError(`Send at most ${CALLS_PER_BATCH_MAX} calls in a message.`);
    return message;
  },
};
