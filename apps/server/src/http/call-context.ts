import type { IncomingMessage } from 'node:http';
import type { Context, DevTools, Limits, PrivateCookie, PublicResults, SecurityEvent } from '@glasspool/api';
import { chooseLanguage } from '@glasspool/core';
import { findApiKey, isApiKey } from '@glasspool/identity/api-keys';
import { authenticate } from '@glasspool/identity/sessions';
import type { SolvencyDeps } from '@glasspool/solvency';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { ClientAddress } from './client-address.ts';
import { withLimitHeaders } from './limit-headers.ts';

const SIGN_UP_COOKIE = 'glasspool_signup';
const SIGN_UP_COOKIE_LIFETIME_S = 30 * 60;
const DEVICE_COOKIE = 'glasspool_device';
const DEVICE_COOKIE_LIFETIME_S = 365 * 24 * 60 * 60;
const SOCKET_ID_BYTES = 8;
const BEARER = /^Bearer ([\w.-]{1,4096})$/i;

export interface CallContextOptions {
  readonly deps: SolvencyDeps;
  readonly dev: DevTools | undefined;
  readonly limits: Limits;
  readonly publicResults: PublicResults;
  readonly clientAddress: ClientAddress;
  readonly log: Logger;
  /** Destination of the security log. */
  readonly securityLog: Logger;
  /** True when cookies may only travel over TLS: everywhere but on a loopback address. */
  readonly secureCookies: boolean;
}

interface HttpCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Makes the context of one call from its request. */
export async function createCallContext(options: CallContextOptions, call: HttpCall): Promise<Context> {
  const context = createBatchContext(options, call);
  return { ...context, ...(await context.identify()), identify: undefined };
}

/**
 * Makes the context of all calls of a request. Who sends it is asked by the first of them, so that an answer without a database has the id of its
 * request too.
 */
export function createBatchContext(
  options: CallContextOptions,
  { request, reply }: HttpCall,
): Context & { identify: NonNullable<Context['identify']> } {
  const { deps, dev, secureCookies } = options;
  const limits = withLimitHeaders(options.limits, reply);
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  const key = request.headers['idempotency-key'];
  let identified: ReturnType<typeof identify> | undefined;
  const cookie = (name: string, lifetimeS: number): PrivateCookie =>
    createCookie({ request, reply, secure: secureCookies }, { name, lifetimeS });
  return {
    deps,
    dev,
    limits,
    publicResults: options.publicResults,
    actor: undefined,
    apiKey: undefined,
    identify: () => {
      identified ??= identify(deps, token);
      return identified;
    },
    disconnect: undefined,
    later: (work) =>
      runLater(work, (error) => request.log.error({ err: error }, 'work after an answer failed')),
    logSecurity: (event) => logSecurity(options, event),
    // Storage is the app's own to clear: it knows what is not of the session, such as the language.
    clearSiteData: () => void reply.header('clear-site-data', '"cache"'),
    signUpCookie: cookie(SIGN_UP_COOKIE, SIGN_UP_COOKIE_LIFETIME_S),
    deviceCookie: cookie(DEVICE_COOKIE, DEVICE_COOKIE_LIFETIME_S),
    idempotencyKey: typeof key === 'string' && key !== '' ? key : undefined,
    requestId: request.id,
    ipAddress: options.clientAddress(request.raw),
    language: chooseLanguage(request.headers['accept-language']),
    userAgent: request.headers['user-agent'],
  };
}

/** A websocket as it connected: it hands its token in with its first message, for a URL would keep it in logs. */
export interface SocketCall {
  readonly request: IncomingMessage;
  readonly socket: Pick<WebSocket, 'close'>;
  readonly token: string | undefined;
}

/** Makes the context of all calls of a websocket. It lives longer than a session may, so who is behind it is asked for each call. */
export function createSocketContext(
  options: CallContextOptions,
  { request, socket, token }: SocketCall,
): Context {
  const { deps, dev, limits, publicResults, log } = options;
  return {
    deps,
    dev,
    limits,
    publicResults,
    actor: undefined,
    apiKey: undefined,
    identify: () => identify(deps, token),
    disconnect: () => socket.close(),
    later: (work) => runLater(work, (error) => log.error({ err: error }, 'work after an answer failed')),
    logSecurity: (event) => logSecurity(options, event),
    clearSiteData: () => undefined,
    signUpCookie: NO_COOKIE,
    deviceCookie: NO_COOKIE,
    idempotencyKey: undefined,
    requestId: `socket-${Buffer.from(deps.random.bytes(SOCKET_ID_BYTES)).toString('hex')}`,
    ipAddress: options.clientAddress(request),
    language: chooseLanguage(request.headers['accept-language']),
    userAgent: request.headers['user-agent'],
  };
}

/** A refusal is a warning: many of them together are what an attack looks like. */
function logSecurity({ securityLog }: CallContextOptions, event: SecurityEvent): void {
  securityLog[event.outcome === 'done' ? 'info' : 'warn'](event, 'security');
}

function runLater(work: () => Promise<void>, onError: (error: unknown) => void): void {
  setImmediate(() => void work().catch(onError));
}

/** A connection that stands has no headers to answer with. */
const NO_COOKIE: PrivateCookie = { read: () => undefined, set: () => undefined, clear: () => undefined };

/** A bearer token is an API key or a session's; neither can be mistaken for the other. */
async function identify(
  deps: SolvencyDeps,
  token: string | undefined,
): Promise<Pick<Context, 'actor' | 'apiKey'>> {
  if (token === undefined) return { actor: undefined, apiKey: undefined };
  if (isApiKey(token)) return { actor: undefined, apiKey: await findApiKey(deps, token) };
  return { actor: await authenticate(deps, token), apiKey: undefined };
}

function createCookie(
  call: { request: FastifyRequest; reply: FastifyReply; secure: boolean },
  cookie: { name: string; lifetimeS: number },
): PrivateCookie {
  const { request, reply, secure } = call;
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  // A browser takes the __Host- prefix only together with Secure.
  const name = secure ? `__Host-${cookie.name}` : cookie.name;
  return {
    read: () => request.cookies[name],
    set: (token) => void reply.setCookie(name, token, { ...attributes, maxAge: cookie.lifetimeS }),
    clear: () => void reply.clearCookie(name, attributes),
  };
}
