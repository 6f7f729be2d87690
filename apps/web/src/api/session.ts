import { useSyncExternalStore } from 'react';
import { z } from 'zod';

/** As specified; what keeping it in local storage risks is met by the Content-Security-Policy. */
const STORAGE_KEY = 'access_token';
const MS_PER_S = 1_000;

const Payload = z.object({ exp: z.number(), email: z.string(), roles: z.array(z.string()) });

export interface Session {
  readonly token: string;
  readonly email: string;
  readonly roles: readonly string[];
}

export type StoredSession = Session | 'expired' | undefined;

const listeners = new Set<() => void>();
let current = readStored();

/** The session of this browser, or undefined. Follows sign-in and sign-out in this tab and in others. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, () => (current === 'expired' ? undefined : current));
}

export function getSession(): StoredSession {
  return current;
}

/** Keeps the token of a login. False when it cannot be read. */
export function startSession(token: string): boolean {
  const session = decode(token);
  if (session === undefined || session === 'expired') return false;
  localStorage.setItem(STORAGE_KEY, token);
  change(session);
  return true;
}

/** Forgets the token. */
export function endSession(): void {
  localStorage.removeItem(STORAGE_KEY);
  change(undefined);
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
  const token = localStorage.getItem(STORAGE_KEY);
  if (token === null) return undefined;
  const session = decode(token);
  if (session !== undefined && session !== 'expired') return session;
  localStorage.removeItem(STORAGE_KEY);
  return 'expired';
}

function decode(token: string): StoredSession {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const { exp, email, roles } = Payload.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return exp * MS_PER_S < Date.now() ? 'expired' : { token, email, roles };
  } catch {
    // Whatever is wrong with it, it is no session.
    return undefined;
  }
}
