import { createTRPCClient, httpBatchLink, type TRPCClient } from '@trpc/client';
import { CALLS_PER_BATCH_MAX, transformer } from '../transformer.ts';
import type { AppRouter } from './router.ts';

export interface ClientOptions {
  /** Address of the pool, without a path: `https://pool.example`. */
  readonly url: string;
  /** API key (`gpk_…`), or the token of a session. Without one, only public calls are answered. */
  readonly token?: string | undefined;
}

export type GlasspoolClient = TRPCClient<AppRouter>;

/** Client for every procedure of a pool. Amounts arrive as bigint in micro-units; amounts that are sent are decimal strings. */
export function createGlasspoolClient({ url, token }: ClientOptions): GlasspoolClient {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${url.replace(/\/$/, '')}/trpc`,
        transformer,
        headers,
        maxItems: CALLS_PER_BATCH_MAX,
      }),
    ],
  });
}
