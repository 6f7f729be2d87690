import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Published to be checked by anyone, from any page: proofs, figures, terms, public transactions, and the description of the API. */
const PUBLISHED = /^\/api\/(transparency|transactions\/get-transactions|openapi\.json)(?![\w-])/;
const PREFLIGHT_MAX_AGE_S = 86_400;

/**
 * Lets scripts of other sites read what is published, and nothing else. They may send no token: without one, these answers are the same for
 * everyone.
 */
export async function allowOtherOrigins(server: FastifyInstance): Promise<void> {
  const isPublished = ({ url }: Pick<FastifyRequest, 'url'>): boolean => PUBLISHED.test(url);
  server.addHook('onRequest', async (request, reply) => {
    if (isPublished(request)) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
  await server.register(cors, {
    delegator: (request, callback) =>
      callback(
        null,
        isPublished(request)
          ? {
              origin: '*',
              methods: ['GET', 'HEAD'],
              allowedHeaders: ['if-none-match'],
              exposedHeaders: ['etag', 'ratelimit', 'ratelimit-policy', 'retry-after'],
              maxAge: PREFLIGHT_MAX_AGE_S,
            }
          : { origin: false },
      ),
  });
}
