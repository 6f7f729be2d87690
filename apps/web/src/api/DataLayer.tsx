import { MutationCache, onlineManager, QueryCache, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router-dom';
import { Announcement } from '../components/frame/Announcement.tsx';
import { onClockMoved } from '../components/frame/local-network.ts';
import { setDataTime } from './data-time.ts';
import { isAnswered, isNotSignedIn, isWithoutAnswer } from './errors.ts';
import { LiveQueryClient } from './live-query-client.ts';
import { endSession, getSession } from './session.ts';
import { createClient, trpc } from './trpc.ts';

const RETRIES_MAX = 2;
const STALE_MS = 30_000;
/** While a page is prerendered there is no server to ask; nothing is asked then. */
const NO_ORIGIN = 'http://127.0.0.1';

// The library hears of changes only: a page that opens without a network would ask, fail and give up.
if (typeof location !== 'undefined') onlineManager.setOnline(navigator.onLine);

/** One for the whole app: what one page has loaded another need not ask for. */
const client = createClient(typeof location === 'undefined' ? NO_ORIGIN : location.origin);
const queryClient = new LiveQueryClient({
  queryCache: new QueryCache({ onError: endLostSession }),
  mutationCache: new MutationCache({ onError: handleMutationError }),
  defaultOptions: {
    // A call that the library kept until the network is back would be sent later, unasked.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: STALE_MS,
      // A refusal is an answer; only silence is worth another try.
      retry: (failures, error) => failures < RETRIES_MAX && isWithoutAnswer(error),
    },
  },
});

setDataTime(() => {
  const shown = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined });
  return shown.length === 0 ? undefined : Math.min(...shown.map(({ state }) => state.dataUpdatedAt));
});

/** Lets everything below it call the server. A part of its own, so that the landing page appears before it. */
export function DataLayer({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}

/** The same for all pages of a route. */
export function DataRoute() {
  return (
    <DataLayer>
      <Announcement />
      <Outlet />
    </DataLayer>
  );
}

// A moved clock changes every figure of the page.
if (typeof window !== 'undefined') onClockMoved(() => void queryClient.invalidateQueries());

/** Reads the page again when a call had no answer: it may have been carried out, and the page is the place to look. */
function handleMutationError(error: unknown): void {
  endLostSession(error);
  if (!isAnswered(error)) void queryClient.invalidateQueries();
}

/** A session that the server no longer knows ends here as well; the guard then says so. */
function endLostSession(error: unknown): void {
  const session = getSession();
  if (isNotSignedIn(error) && session !== undefined && session !== 'expired') endSession('expired');
}
