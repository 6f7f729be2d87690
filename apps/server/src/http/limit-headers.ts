// Headers that tell a client what is left of its limit (draft-ietf-httpapi-ratelimit-headers): one policy for each kind of call.
import type { Limits } from '@glasspool/api';
import { PoolError } from '@glasspool/core';
import type { FastifyReply } from 'fastify';

/** Limits whose state is written into the headers of an answer. Of several calls in one request, the last one is shown. */
export function withLimitHeaders(limits: Limits, reply: FastifyReply): Limits {
  return {
    take: async (name, caller) => {
      try {
        const state = await limits.take(name, caller);
        const { quota, windowS, remaining, resetS } = state;
        reply.header('ratelimit-policy', `"${name}";q=${quota};w=${windowS}`);
        reply.header('ratelimit', `"${name}";r=${remaining};t=${resetS}`);
        return state;
      } catch (error) {
        if (error instanceof PoolError && error.code === 'RATE_LIMITED')
          reply.header('ratelimit', `"${name}";r=0;t=${error.details['seconds']}`);
        throw error;
      }
    },
    openStream: (caller) => limits.openStream(caller),
  };
}
