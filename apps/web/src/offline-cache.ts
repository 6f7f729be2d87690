import { trustedScriptUrl } from './trusted-script-url.ts';

/** Registers the worker that keeps the app's own files for use without a network. It never keeps an answer of the server. */
export function registerOfflineCache(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register(trustedScriptUrl('glasspool-worker', '/sw.js')).catch(() => {
      // Without the worker the app works as long as there is a network.
    });
  };
  // Files that the page itself needs come first.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
