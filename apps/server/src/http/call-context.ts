import type { Context, DevTools, SignUpCookie } from '@glasspool/api';
import { authenticate, type PoolDeps } from '@glasspool/pool';
import type { FastifyReply, FastifyRequest } from 'fastify';

const SIGN_UP_COOKIE = 'glasspool_signup';
const SIGN_UP_COOKIE_LIFETIME_S = 30 * 60;
const BEARER = /^Bearer ([\w.-]+)$/i;

export interface CallContextOptions {
  readonly deps: PoolDeps;
  readonly dev: DevTools | undefined;
  /** Whether cookies may only travel over TLS: everywhere but on a loopback address. */
  readonly secureCookies: boolean;
}

/** Makes the context of one call from its request; a websocket hands its token in when it connects. */
export async function createCallContext(
  options: CallContextOptions,
  call: { request: FastifyRequest; reply: FastifyReply | undefined; socketToken: string | undefined },
): Promise<Context> {
  const { request, reply, socketToken } = call;
  const token = socketToken ?? BEARER.exec(request.headers.authorization ?? '')?.[1];
  const key = request.headers['idempotency-key'];
  return {
    deps: options.deps,
    dev: options.dev,
    actor: token === undefined ? undefined : await authenticate(options.deps, token),
    signUpCookie: createSignUpCookie(request, reply, options.secureCookies),
    idempotencyKey: typeof key === 'string' && key !== '' ? key.slice(0, 255) : undefined,
    requestId: request.id,
    address: request.ip,
  };
}

function createSignUpCookie(
  request: FastifyRequest,
  reply: FastifyReply | undefined,
  secure: boolean,
): SignUpCookie {
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  // A browser takes the __Host- prefix only together with Secure.
  const name = secure ? `__Host-${SIGN_UP_COOKIE}` : SIGN_UP_COOKIE;
  return {
    read: () => request.cookies[name],
    set: (token) => void reply?.setCookie(name, token, { ...attributes, maxAge: SIGN_UP_COOKIE_LIFETIME_S }),
    clear: () => void reply?.clearCookie(name, attributes),
  };
}
