import { CSPProvider } from '@base-ui/react/csp-provider';
import { lazy, type ReactNode, StrictMode, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { CrashScreen } from './components/CrashScreen.tsx';
import { OfflineBar } from './components/OfflineBar.tsx';
import { Ribbon } from './components/Ribbon.tsx';
import { t, useLanguage } from './i18n/language.ts';
import { AppRoutes } from './routes.tsx';

const Toasts = lazy(async () => ({ default: (await import('./components/Toasts.tsx')).Toasts }));

/** The whole app within a router. */
export function App({ router }: { router: (page: ReactNode) => ReactNode }) {
  useLanguage();
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        {router(
          <>
            <a
              href="#content"
              className="sr-only focus:not-sr-only focus:absolute focus:top-10 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:p-3"
            >
              {t('frame.skip')}
            </a>
            <Ribbon />
            <OfflineBar />
            <ErrorBoundary FallbackComponent={CrashScreen}>
              <AppRoutes />
            </ErrorBoundary>
          </>,
        )}
        <LaterToasts />
      </CSPProvider>
    </StrictMode>
  );
}

/** Toasts come after the first paint: nobody can have caused one before. */
function LaterToasts() {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return <Suspense>{isPainted && <Toasts />}</Suspense>;
}
