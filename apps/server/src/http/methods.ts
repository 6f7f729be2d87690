import { PoolError } from '@glasspool/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from './rest.ts';

/** Methods that some address takes. */
const METHODS = ['GET', 'HEAD', 'POST'];
/** Methods that a client may try on an address of the API. */
const OTHERS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Refuses methods that no address takes. tRPC's plugin would take all of them, TRACE among them. */
export function refuseOtherMethods(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    const isApi = request.url.startsWith('/api/') && OTHERS.some((method) => method === request.method);
    if (METHODS.includes(request.method) || isApi) return undefined;
    return sendMethodRefusal(request, reply, METHODS);
  });
}

/** Refuses forms before a byte of them is read. tRPC's plugin would take them, of any size, and no procedure asks for one. */
export function refuseForms(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!/^\s*multipart\//i.test(request.headers['content-type'] ?? '')) return undefined;
    return sendFailure(request, reply, new PoolError('UNSUPPORTED_MEDIA_TYPE'));
  });
}

/**
 * Answers every method that an address under /api does not take with 405 and the ones that it takes (RFC 9110, 15.5.6). To be called before
 * the routes are registered; the function that it returns after them.
 */
export function watchApiMethods(server: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    // The page that describes the API is a file, and stands under two addresses.
    if (!url.startsWith('/api/') || url.startsWith('/api/docs')) return;
    const methods = known.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one.toUpperCase());
    known.set(url, methods);
  });
  return () => {
    for (const [url, methods] of [...known]) {
      const allowed = [...methods].sort();
      const others = OTHERS.filter((method) => !methods.has(method));
      if (others.length === 0) continue;
      server.route({
        method: [...others],
        url,
        handler: async (request, reply) => sendMethodRefusal(request, reply, allowed),
      });
    }
  };
}

function sendMethodRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[],
): FastifyReply {
  reply.header('allow', allowed.join(', '));
  return sendFailure(request, reply, new PoolError('METHOD_NOT_ALLOWED', { method: request.method }));
}
