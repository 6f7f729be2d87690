import './styles.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Toaster, toast } from 'sonner';
import { describeCallError } from './api/errors.ts';
import { endSession, getSession } from './api/session.ts';
import { createClient, trpc } from './api/trpc.ts';
import { Ribbon } from './components/Ribbon.tsx';
import { AppRoutes } from './routes.tsx';

const TOAST_MS = 5_000;
const RETRIES_MAX = 2;

/** A session that the server no longer knows ends here as well. */
function endLostSession(error: unknown): void {
  if (describeCallError(error, '').code !== 'NOT_SIGNED_IN' || getSession() === undefined) return;
  endSession();
  toast.error('Session expired. Please login again.', { id: 'session-expired' });
}

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endLostSession }),
  mutationCache: new MutationCache({ onError: endLostSession }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal is an answer; only silence is worth another try.
      retry: (failures, error) => failures < RETRIES_MAX && describeCallError(error, '').code === 'NO_ANSWER',
    },
  },
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <trpc.Provider client={createClient()} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <a
              href="#content"
              className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-3"
            >
              Skip to the content
            </a>
            <Ribbon />
            <AppRoutes />
            <Toaster
              position="top-right"
              duration={TOAST_MS}
              closeButton
              offset={{ top: 104 }}
              mobileOffset={{ top: 104 }}
            />
          </BrowserRouter>
        </QueryClientProvider>
      </trpc.Provider>
    </CSPProvider>
  </StrictMode>,
);
