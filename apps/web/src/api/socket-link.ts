import type { LocalAppRouter } from '@glasspool/api';
import { transformer } from '@glasspool/api/transformer';
import { createWSClient, type TRPCLink, wsLink } from '@trpc/client';

const SOCKET_IDLE_MS = 1_000;
const RECONNECT_FIRST_MS = 500;
const RECONNECT_MAX_MS = 30_000;

/** One websocket for all subscriptions, opened by the first and closed after the last; broken, it is tried again ever later. */
export function createSocketLink(origin: string, readToken: () => string): TRPCLink<LocalAppRouter> {
  const client = createWSClient({
    url: `${origin.replace(/^http/, 'ws')}/trpc`,
    // In the first message, never in the address, which logs would keep.
    connectionParams: () => ({ token: readToken() }),
    lazy: { enabled: true, closeMs: SOCKET_IDLE_MS },
    retryDelayMs: (attempt) => Math.min(RECONNECT_MAX_MS, RECONNECT_FIRST_MS * 2 ** attempt),
  });
  return wsLink({ client, transformer });
}
