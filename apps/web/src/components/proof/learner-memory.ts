import type { ExperimentId } from '@glasspool/api/contracts';
import { useSyncExternalStore } from 'react';
import { browserStorage } from '../../storage.ts';

const STORAGE_KEY = 'glasspool_learner';

/** Something that a learner did in this browser: ran an experiment to its verdict, saw who notices a lie, saved a report, verified a balance, answered a question. */
export type LearnerMark =
  | `ran:${ExperimentId}`
  | `noticed:${'anyone' | 'user' | 'no-one'}`
  | 'saved-report'
  | 'verified-own'
  | `answered:${string}`;

const listeners = new Set<() => void>();

/** Remembers it in this browser. */
export function remember(mark: LearnerMark): void {
  const marks = readMarks();
  if (marks.includes(mark)) return;
  browserStorage.set(STORAGE_KEY, [...marks, mark].join('\n'));
  for (const listener of listeners) listener();
}

/** Forgets everything, for another learner at the same browser. */
export function forgetMarks(): void {
  browserStorage.remove(STORAGE_KEY);
  for (const listener of listeners) listener();
}

/** Everything that was remembered. */
export function useMarks(): ReadonlySet<string> {
  const text = useSyncExternalStore(
    subscribe,
    () => browserStorage.get(STORAGE_KEY) ?? '',
    () => '',
  );
  return new Set(text.split('\n'));
}

function readMarks(): string[] {
  return (browserStorage.get(STORAGE_KEY) ?? '').split('\n').filter((mark) => mark !== '');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may be the one in which the learner works.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
