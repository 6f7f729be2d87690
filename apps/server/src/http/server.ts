import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import websocket from '@fastify/websocket';
import { appRouter, type DevTools, type Limits, localAppRouter } from '@glasspool/api';
import { PoolError, type PoolErrorCode } from '@glasspool/core';
import type { SolvencyDeps } from '@glasspool/solvency';
import { TRPCError } from '@trpc/server';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Role } from '../roles.ts';
import { registerApiDocs } from './api-docs.ts';
import { createCallContext } from './call-context.ts';
import type { ClientAddress } from './client-address.ts';
import { allowOtherOrigins } from './cross-origin.ts';
import { registerExports } from './exports.ts';
import { guardHandler } from './guard-handler.ts';
import { registerHealth } from './health.ts';
import { withLimitHeaders } from './limit-headers.ts';
import { isForeignCall, isLocalHost } from './local-hosts.ts';
import { refuseForms, refuseOtherMethods, watchApiMethods } from './methods.ts';
import { type Metrics, type MetricsGuard, registerMetrics } from './metrics.ts';
import { registerOwnExports } from './own-exports.ts';
import { registerPolicyReports } from './policy-reports.ts';
import { PublicAnswers } from './public-answers.ts';
import { registerRest, sendFailure } from './rest.ts';
import { makeSecurityHeaders } from './security-headers.ts';
import { registerSnapshotDownloads } from './snapshot-downloads.ts';
import { guardSockets } from './sockets.ts';
import { createPageFinder, isWebBuilt, registerStaticFiles } from './static-files.ts';
import { registerTrpc } from './trpc-calls.ts';

const BODY_BYTES_MAX = 64 * 1024;
/** Read by the pages (apps/web/src/components/frame/local-network.ts). */
const LOCAL_COOKIE = 'glasspool_local';
/** tRPC puts the names of a batch into the path. */
const PARAM_LENGTH_MAX = 5_000;

/** Longer than the slowest answer takes; a client that sends a byte a second is not waited for. */
const REQUEST_TIMEOUT_MS = 30_000;

export interface ServerOptions {
  readonly deps: SolvencyDeps;
  readonly dev: DevTools | undefined;
  readonly limits: Limits;
  readonly clientAddress: ClientAddress;
  /** Factor on the built-in bounds of websockets. */
  readonly limitFactor: number;
  readonly metrics: Metrics;
  readonly metricsGuard: MetricsGuard;
  readonly secureCookies: boolean;
  readonly log: Logger;
  readonly securityLog: Logger;
  readonly role: Exclude<Role, 'signer'>;
  /** Aborted some time before the server closes: it still answers, and tells a proxy to ask others from now on. */
  readonly draining?: AbortSignal;
}

/** Answers monitors, and no one else: for a process that serves no users. */
export async function createHealthServer(
  options: Pick<ServerOptions, 'deps' | 'log' | 'metrics' | 'metricsGuard' | 'role'>,
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const server = fastify({
    loggerInstance,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
  });
  server.setErrorHandler(async (error, request, reply) => sendFailure(request, reply, fromFastify(error)));
  server.setNotFoundHandler(async (request, reply) =>
    sendFailure(request, reply, new PoolError('NOT_FOUND')),
  );
  registerMetrics(server, { metrics: options.metrics, guard: options.metricsGuard });
  registerHealth(server, options);
  return server;
}

/** The HTTP server: web app, tRPC, REST and websocket on one port. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const securityHeaders = await makeSecurityHeaders();
  const server = fastify({
    loggerInstance,
    bodyLimit: BODY_BYTES_MAX,
    // As in the security log and in answers: one search finds all lines of a call.
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    requestTimeout: REQUEST_TIMEOUT_MS,
    // An address that cannot be read, such as /%, reaches no hook and no route.
    frameworkErrors: guardHandler(
      options.log,
      (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
        reply.headers(securityHeaders);
        reply.raw.once(
          'finish',
          guardHandler(options.log, () => closeUpgrade(request, reply)),
        );
        sendFailure(request, reply, new PoolError('NOT_FOUND'));
      },
    ),
    // Whom a call comes from is clientAddress's to say; nothing else that a proxy claims is believed.
    trustProxy: false,
    // Requests under way are completed; idle connections are closed.
    forceCloseConnections: 'idle',
  });
  // Before the routes, which take over what is set by then.
  server.setErrorHandler(async (error, request, reply) => sendFailure(request, reply, fromFastify(error)));
  server.removeContentTypeParser('text/plain');
  takeEmptyBodies(server);
  server.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders));
  server.addHook('onResponse', async (request, reply) => closeUpgrade(request, reply));
  allowOtherOrigins(server);
  refuseOtherMethods(server);
  refuseForms(server);
  const refuseOtherApiMethods = watchApiMethods(server);
  // Elsewhere nothing is open without a session, and the proxy decides which names it answers to.
  if (options.dev !== undefined)
    server.addHook('onRequest', async (request, reply) => {
      if (!isLocalHost(request.headers.host, options.deps.settings.publicUrl))
        return sendFailure(request, reply, new PoolError('HOST_NOT_LOCAL'));
      if (isForeignCall(request.url, request.headers))
        return sendFailure(request, reply, new PoolError('FORBIDDEN'));
    });
  // Calls carry a token in a header, never a cookie that another site could have sent along: what is compressed tells it nothing.
  // Texts alone: of other bytes the plugin takes some for compressed already, says so, and no reader could unpack them.
  await server.register(compress, {
    encodings: ['gzip'],
    requestEncodings: ['gzip', 'identity'],
    customTypes: /^text\/(?!event-stream)|\b(json|javascript|xml)\b/,
  });
  await server.register(cookie);
  await server.register(websocket, { options: { maxPayload: BODY_BYTES_MAX } });
  const publicOrigin = new URL(options.deps.settings.publicUrl).origin;
  guardSockets(server, {
    publicOrigin,
    clientAddress: options.clientAddress,
    factor: options.limitFactor,
  });
  registerMetrics(server, { metrics: options.metrics, guard: options.metricsGuard });
  registerHealth(server, options);
  registerPolicyReports(server, options);
  // Only the local networks have the developer calls: elsewhere they are not registered at all.
  const router = options.dev === undefined ? appRouter : localAppRouter;
  await registerApiDocs(server, router);
  await registerProcedures(server, router, options);
  refuseOtherApiMethods();
  if (isWebBuilt()) await registerStaticFiles(server);
  const pageFileOf = createPageFinder();
  server.setNotFoundHandler(async (request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/+(api|trpc)([/?]|$)/i.test(request.url);
    if (!isPage || !isWebBuilt()) return sendFailure(request, reply, new PoolError('NOT_FOUND'));
    // Tells the page that its network is local, before it asks for anything.
    if (options.dev !== undefined) reply.setCookie(LOCAL_COOKIE, '1', { path: '/', sameSite: 'strict' });
    return reply.code(200).header('cache-control', 'no-cache').sendFile(pageFileOf(request.url));
  });
  return server;
}

/** Closes the connection of a request to upgrade that was answered instead: nothing else does, and it would stay for good. */
function closeUpgrade(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.upgrade !== undefined && reply.raw.headersSent) request.raw.socket.destroy();
}

async function registerProcedures(
  server: FastifyInstance,
  router: typeof appRouter | typeof localAppRouter,
  options: ServerOptions,
): Promise<void> {
  const answers = new PublicAnswers(options.deps);
  const calls = { ...options, publicResults: answers };
  const getContext = (request: FastifyRequest, reply: FastifyReply) =>
    createCallContext(calls, { request, reply });
  registerRest(server, {
    router,
    createContext: getContext,
    answers,
    countCall: ({ request, reply }, limit) =>
      withLimitHeaders(options.limits, reply).take(limit, {
        ipAddress: options.clientAddress(request.raw),
        accountId: undefined,
      }),
  });
  registerExports(server, getContext);
  registerOwnExports(server, getContext);
  registerSnapshotDownloads(server, options);
  await registerTrpc(server, router, calls);
}

/** Takes a body of JSON that is empty as one without fields: many clients name the type in every request. */
function takeEmptyBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, {}) : parse(request, String(body), done),
  );
}

/** Refusals of conditional and partial requests for a file, by status (RFC 9110, 13.2 and 14.2). */
const FILE_REFUSALS = new Map<unknown, PoolErrorCode>([
  [412, 'PRECONDITION_FAILED'],
  [416, 'RANGE_NOT_SATISFIABLE'],
]);

/** Fastify's own refusals in our list of errors: a body that is not JSON, too large, or of another type; a part that a file does not have. */
function fromFastify(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new PoolError('BODY_TOO_LARGE', {}, { cause: error });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_CP_ERR_INVALID_CONTENT_ENCODING')
    return new PoolError('UNSUPPORTED_MEDIA_TYPE', {}, { cause: error });
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || code === 'FST_ERR_CTP_INVALID_JSON_BODY')
    return new PoolError('INVALID_JSON', {}, { cause: error });
  if (error instanceof SyntaxError) return new PoolError('INVALID_JSON', {}, { cause: error });
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 0;
  if (status === 400) return new PoolError('INVALID_JSON', {}, { cause: error });
  const refusal = FILE_REFUSALS.get(status);
  if (refusal !== undefined) return new PoolError(refusal, {}, { cause: error });
  return error instanceof TRPCError ? error : new Error('request failed', { cause: error });
}
