import { useSyncExternalStore } from 'react';
import { browserStorage } from '../../storage.ts';

/** Themes that a user can choose: the system's, or one of the two. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** configure.js reads it before the first paint. */
const STORAGE_KEY = 'glasspool_theme';
const listeners = new Set<() => void>();

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system');
}

/** Shows a theme and remembers it in this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    browserStorage.remove(STORAGE_KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    browserStorage.set(STORAGE_KEY, theme);
    document.documentElement.dataset['theme'] = theme;
  }
  for (const listener of listeners) listener();
}

function readTheme(): Theme {
  const stored = browserStorage.get(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
