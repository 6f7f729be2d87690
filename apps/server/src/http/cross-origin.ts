import type { FastifyInstance } from 'fastify';

/** Published to be checked by anyone, from any page: proofs, figures, terms, public transactions, and the description of the API. */
const PUBLISHED = /^\/api\/(transparency|transactions\/get-transactions|openapi\.json)(?![\w-])/;
const PREFLIGHT_MAX_AGE_S = 86_400;

/**
 * Lets scripts of other sites read what is published, and nothing else (Fetch standard, CORS protocol). They may send no token: without one,
 * these answers are the same for everyone, so no answer depends on the origin. A library for it would say `Vary: Origin` of every file, and
 * the worker of the pages would not find the files that it kept.
 */
export function allowOtherOrigins(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!PUBLISHED.test(request.url)) return undefined;
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'etag, ratelimit, ratelimit-policy, retry-after',
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS') return undefined;
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'if-none-match',
        'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
      })
      .send();
  });
}
