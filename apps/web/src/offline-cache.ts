/** Registers the worker that keeps the app's own files for use without a network. It never keeps an answer of the server. */
export function registerOfflineCache(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register(workerUrl()).catch(() => {
      // Without the worker the app works as long as there is a network.
    });
  };
  // What the page itself needs comes first.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

/** Where the browser asks for Trusted Types, only this one address may become a worker. */
function workerUrl(): string {
  const address = '/sw.js';
  // TypeScript does not know Trusted Types yet.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesApi };
  if (trustedTypes === undefined) return address;
  const policy = trustedTypes.createPolicy('glasspool-worker', { createScriptURL: () => address });
  // The type of `register` asks for a string; a browser with Trusted Types asks for this object.
  return policy.createScriptURL(address) as string;
}

interface TrustedTypesApi {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): unknown };
}
