import type { LocalAppRouter } from '@glasspool/api';
import { transformer } from '@glasspool/api/transformer';
import { createWSClient, httpBatchLink, splitLink, wsLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { getSession } from './session.ts';

export const trpc = createTRPCReact<LocalAppRouter>();

type Outputs = inferRouterOutputs<LocalAppRouter>;
export type WalletView = Outputs['wallets']['listWallets'][number];
export type InvestmentView = Outputs['investments']['listInvestments']['investments'][number];
export type TransactionView = Outputs['transactions']['listUserTransactions']['data'][number];
export type PoolFigures = Outputs['transparency']['getPoolFigures'];

const SOCKET_IDLE_MS = 1_000;

/** Calls over HTTP; live changes over one websocket, opened by the first subscription and closed after the last. */
export function createClient() {
  const socket = createWSClient({
    url: `${location.origin.replace(/^http/, 'ws')}/trpc`,
    // In the first message, never in the address, which logs would keep.
    connectionParams: () => ({ token: readToken() }),
    lazy: { enabled: true, closeMs: SOCKET_IDLE_MS },
  });
  return trpc.createClient({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: wsLink({ client: socket, transformer }),
        false: httpBatchLink({
          url: '/trpc',
          transformer,
          headers: () => (readToken() === '' ? {} : { authorization: `Bearer ${readToken()}` }),
        }),
      }),
    ],
  });
}

function readToken(): string {
  const session = getSession();
  return session === undefined || session === 'expired' ? '' : session.token;
}
