/** Set by a server on a local network with every page, so that a page knows it before anything is asked. */
const LOCAL_COOKIE = 'glasspool_local=1';
/** Event of the window: the pool's clock was moved, so every figure of the page is old. */
const CLOCK_MOVED = 'glasspool:clock-moved';

/** True on a network of the developer's own, where the clock can be moved. False while the build draws pages. */
export function isLocalNetwork(): boolean {
  return typeof document !== 'undefined' && document.cookie.split('; ').includes(LOCAL_COOKIE);
}

export function announceClockMoved(): void {
  window.dispatchEvent(new Event(CLOCK_MOVED));
}

/** Calls a function whenever the pool's clock was moved, until the returned function is called. */
export function onClockMoved(listener: () => void): () => void {
  window.addEventListener(CLOCK_MOVED, listener);
  return () => window.removeEventListener(CLOCK_MOVED, listener);
}
