import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactNode, StrictMode, useEffect, useState, useSyncExternalStore } from 'react';
import { areToastsWanted, onToastsWanted } from './api/notify.ts';
import { lazyPage } from './components/frame/lazy-page.ts';
import { isLocalNetwork } from './components/frame/local-network.ts';
import { OfflineBar } from './components/frame/OfflineBar.tsx';
import { Part } from './components/frame/Part.tsx';
import { Ribbon } from './components/frame/Ribbon.tsx';
import { StorageBar } from './components/frame/StorageBar.tsx';
import { t, useLanguage } from './i18n/language.ts';
import { AppRoutes } from './routes.tsx';

/** Only a local network has it, and its texts. */
const LocalBar = lazyPage(async () => (await import('./components/frame/LocalBar.tsx')).LocalBar, 'local');
const Toasts = lazyPage(async () => (await import('./components/frame/Toasts.tsx')).Toasts);

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
            <div className="local-bar">
              <AfterPaint>{isLocalNetwork() && <LocalBar />}</AfterPaint>
            </div>
            <OfflineBar />
            <StorageBar />
            <AppRoutes />
          </>,
        )}
        <ToastsWhenWanted />
      </CSPProvider>
    </StrictMode>
  );
}

/** Failure of a part that no one misses: a toast's text also stands elsewhere, and nothing depends on the bar of a local network. */
const renderNothing = (): ReactNode => null;

function ToastsWhenWanted() {
  const isWanted = useSyncExternalStore(onToastsWanted, areToastsWanted, () => false);
  return <Part renderFailure={renderNothing}>{isWanted && <Toasts />}</Part>;
}

/** Parts that no page needs to be read and used. They come after the first paint. */
function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return <Part renderFailure={renderNothing}>{isPainted && children}</Part>;
}
