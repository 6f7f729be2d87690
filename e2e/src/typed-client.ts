// A TypeScript developer's view: typed calls.
import type { LocalAppRouter } from '@glasspool/api';
import { transformer } from '@glasspool/api/transformer';
import { createTRPCClient, httpLink } from '@trpc/client';

export type TypedClient = ReturnType<typeof createTypedClient>;

/** Calls of one session. */
export function createTypedClient(url: string, token: string) {
  return createTRPCClient<LocalAppRouter>({
    links: [httpLink({ url: `${url}/trpc`, transformer, headers: { authorization: `Bearer ${token}` } })],
  });
}
