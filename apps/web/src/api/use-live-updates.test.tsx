// Goal: what happened between a screen's first answers and its subscription is asked for once the connection stands, in the back office
// as well. Method: the hook over a link that answers queries and says when the subscription has begun.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { observable } from '@trpc/server/observable';
import { expect, it } from 'vitest';
import { trpc } from './trpc.ts';
import { useLiveUpdates } from './use-live-updates.ts';

function Screen() {
  trpc.hotWallet.getHotWallet.useQuery();
  trpc.notices.listNotices.useQuery();
  trpc.withdrawals.listReviews.useQuery();
  trpc.books.listReconciliations.useQuery();
  trpc.sweeps.findNewestSweep.useQuery();
  trpc.wallets.listWallets.useQuery();
  useLiveUpdates();
  return null;
}

it('asks again for everything that a screen shows once it is connected', async () => {
  const calls: string[] = [];
  let start: () => void = () => undefined;
  const client = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            if (op.type === 'subscription') {
              start = () => observer.next({ result: { type: 'started' } });
              return;
            }
            calls.push(op.path);
            observer.next({ result: { type: 'data', data: [] } });
            observer.complete();
          }),
    ],
  });
  const queryClient = new QueryClient();
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Screen />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  await waitFor(() => expect(calls).toHaveLength(6));
  const asked = [...calls].sort();
  act(() => start());
  await waitFor(() => expect(calls).toHaveLength(12));
  expect(calls.slice(6).sort()).toEqual(asked);
});
