import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const TRIES_MAX = 20;
const TRY_EVERY_MS = 100;

/** Scrolls to the element that the address names after #, smoothly where motion is welcome, and otherwise to the top. */
export function ScrollToHash() {
  const { pathname, hash, key } = useLocation();
  // A second press on the same link has another key and scrolls again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: key is what makes it run.
  useEffect(() => {
    if (hash === '') {
      window.scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    let tries = 0;
    const timer = setInterval(() => {
      const target = document.getElementById(decodeURIComponent(hash.slice(1)));
      tries += 1;
      // The page may still be on its way.
      if (target === null && tries < TRIES_MAX) return;
      clearInterval(timer);
      target?.scrollIntoView();
    }, TRY_EVERY_MS);
    return () => clearInterval(timer);
  }, [pathname, hash, key]);
  return null;
}
