import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False while a page is as the build drew it, when nothing on it can answer yet. */
export function useIsReady(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
