// Every component test reads the whole English catalogue, and waits for what appears as long as it takes.
import { configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { activateLanguage, loadTexts } from '../i18n/language.ts';

/** A limit for what never comes, not for what is slow: by itself the library gives up after a second. */
const PATIENCE_MS = 30_000;

configure({ asyncUtilTimeout: PATIENCE_MS });
await activateLanguage('en');
await loadTexts(
  'public',
  'proofs',
  'errors',
  'account',
  'signup',
  'app',
  'member',
  'settings',
  'security',
  'admin',
  'replaced',
  'experiments',
);

/** React says by `console.error` what a browser would mend in silence, such as a paragraph in a paragraph. */
const complaints: unknown[][] = [];
console.error = (...complaint) => void complaints.push(complaint);
afterEach(() => {
  expect(complaints.splice(0)).toEqual([]);
});
