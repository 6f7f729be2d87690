// Every component test reads the whole English catalogue, and waits for what appears as long as it takes.
import { configure } from '@testing-library/react';
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
