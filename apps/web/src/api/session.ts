import { useSyncExternalStore } from 'react';
import { browserStorage } from '../storage.ts';

/** As specified; what keeping it in local storage risks is met by the Content-Security-Policy. */
const STORAGE_KEY = 'access_token';

export interface Session {
  readonly token: string;
  readonly email: string;
  readonly roles: readonly string[];
}

export type StoredSession = Session | 'expired' | undefined;

/** Session of the signed-in pages that the build drew, with nothing in it yet. The browser's own session replaces it at once. */
const DRAWN_SESSION: Session = { token: '', email: '', roles: ['user'] };
let isDrawnSignedIn =
  typeof document !== 'undefined' && document.documentElement.dataset['drawn'] === 'signed-in';

/** For the build: draws the next pages as a signed-in user sees them before any data is there. */
export function drawSignedIn(isSignedIn: boolean): void {
  isDrawnSignedIn = isSignedIn;
}

function readDrawnSession(): Session | undefined {
  return isDrawnSignedIn ? DRAWN_SESSION : undefined;
}

const listeners = new Set<() => void>();
let current: StoredSession = readStored();

/** The session of this browser, or undefined. Follows sign-in and sign-out in this tab and in others. */
export function useSession(): Session | undefined {
  const read = (): Session | undefined => (current === 'expired' ? undefined : current);
  return useSyncExternalStore(subscribe, read, readDrawnSession);
}

/** The roles that the back office is open to. An auditor reads it all and changes nothing. */
export const STAFF_ROLES = ['admin', 'auditor'];

/** Returns true when the session of this browser was lost rather than left. */
export function useIsExpired(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => current === 'expired',
    () => false,
  );
}

export function getSession(): StoredSession {
  return current;
}

/** Keeps the token of a login. False when it cannot be read. */
export function startSession(token: string): boolean {
  const session = decode(token);
  if (session === undefined) return false;
  browserStorage.set(STORAGE_KEY, token);
  change(session);
  return true;
}

/** Forgets the token. `as` is 'expired' when the session was lost rather than left, so that the login can say so. */
export function endSession(as?: 'expired'): void {
  browserStorage.remove(STORAGE_KEY);
  change(as);
}

function change(session: StoredSession): void {
  current = session;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const onStorage = (event: StorageEvent): void => {
    if (event.key === STORAGE_KEY) change(readStored());
  };
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

function readStored(): StoredSession {
  const token = browserStorage.get(STORAGE_KEY);
  if (token === null) return undefined;
  const session = decode(token);
  if (session !== undefined) return session;
  browserStorage.remove(STORAGE_KEY);
  return 'expired';
}

function decode(token: string): Session | undefined {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== 'object' || claims === null) return undefined;
    const { email, roles }: { email?: unknown; roles?: unknown } = claims;
    if (typeof email !== 'string' || !Array.isArray(roles)) return undefined;
    // The server alone says when it ends: the clock of this device may be wrong.
    return { token, email, roles: roles.map(String) };
  } catch {
    // A token with any defect is not a session.
    return undefined;
  }
}
