import { i18n, type Messages } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import { browserStorage } from '../storage.ts';

/** The languages of the app, each by its own name. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'glasspool_language';
const FALLBACK: Language = 'en';

/** The parts of a catalogue. apps/web/build/po-catalogues.ts says which texts belong to which. */
export type TextArea =
  | 'shell'
  | 'public'
  | 'proofs'
  | 'lab'
  | 'experiments'
  | 'errors'
  | 'account'
  | 'signup'
  | 'app'
  | 'member'
  | 'security'
  | 'settings'
  | 'admin'
  | 'replaced'
  | 'local';
type Load = () => Promise<{ messages: Messages }>;

const CATALOGUES: Readonly<Record<Language, Readonly<Record<TextArea, Load>>>> = {
  en: {
    shell: () => import('../../locales/en.po?area=shell'),
    public: () => import('../../locales/en.po?area=public'),
    proofs: () => import('../../locales/en.po?area=proofs'),
    lab: () => import('../../locales/en.po?area=lab'),
    experiments: () => import('../../locales/en.po?area=experiments'),
    errors: () => import('../../locales/en.po?area=errors'),
    account: () => import('../../locales/en.po?area=account'),
    signup: () => import('../../locales/en.po?area=signup'),
    app: () => import('../../locales/en.po?area=app'),
    member: () => import('../../locales/en.po?area=member'),
    security: () => import('../../locales/en.po?area=security'),
    settings: () => import('../../locales/en.po?area=settings'),
    admin: () => import('../../locales/en.po?area=admin'),
    replaced: () => import('../../locales/en.po?area=replaced'),
    local: () => import('../../locales/en.po?area=local'),
  },
  es: {
    shell: () => import('../../locales/es.po?area=shell'),
    public: () => import('../../locales/es.po?area=public'),
    proofs: () => import('../../locales/es.po?area=proofs'),
    lab: () => import('../../locales/es.po?area=lab'),
    experiments: () => import('../../locales/es.po?area=experiments'),
    errors: () => import('../../locales/es.po?area=errors'),
    account: () => import('../../locales/es.po?area=account'),
    signup: () => import('../../locales/es.po?area=signup'),
    app: () => import('../../locales/es.po?area=app'),
    member: () => import('../../locales/es.po?area=member'),
    security: () => import('../../locales/es.po?area=security'),
    settings: () => import('../../locales/es.po?area=settings'),
    admin: () => import('../../locales/es.po?area=admin'),
    replaced: () => import('../../locales/es.po?area=replaced'),
    local: () => import('../../locales/es.po?area=local'),
  },
};

/** The parts that some page has asked for: another language needs the same ones. */
const wanted = new Set<TextArea>(['shell']);

/** A text of the catalogue, by its id, with its values filled in. */
export function t(id: string, values?: Readonly<Record<string, string | number>>): string {
  return i18n._(id, values);
}

/**
 * A sentence that arrived in English, from a contract or the server, in the language of the screen. The catalogues of other
 * languages have the English sentence as its id.
 */
export function translateSentence(english: string): string {
  // In English they are what they say.
  return hasText(english) ? i18n._(english) : english;
}

/** Returns true when the catalogue has a text. */
export function hasText(id: string): boolean {
  return id in i18n.messages;
}

/** Loads parts of the catalogue. A page waits for the parts that it uses. */
export async function loadTexts(...areas: readonly TextArea[]): Promise<void> {
  for (const area of areas) wanted.add(area);
  const language = currentLanguage();
  i18n.load(language, await readTexts(language, areas));
}

/** Shows every text in a language. */
export async function activateLanguage(language: Language): Promise<void> {
  i18n.loadAndActivate({ locale: language, messages: await readTexts(language, [...wanted]) });
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

async function readTexts(language: Language, areas: readonly TextArea[]): Promise<Messages> {
  const drawn = language === FALLBACK ? readDrawnTexts() : {};
  const parts = await Promise.all(
    areas.map(async (area) => drawn[area] ?? (await CATALOGUES[language][area]()).messages),
  );
  return Object.assign({}, ...parts);
}

let drawnTexts: Partial<Record<TextArea, Messages>> | undefined;

/** English texts that stand in a page that the build drew (apps/web/build/pages.ts): they need no request. */
function readDrawnTexts(): Partial<Record<TextArea, Messages>> {
  if (typeof document === 'undefined') return {};
  drawnTexts ??= JSON.parse(document.getElementById('texts-en')?.textContent ?? '{}');
  return drawnTexts ?? {};
}

/** Shows a language and remembers it in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  browserStorage.set(STORAGE_KEY, language);
  await activateLanguage(language);
}

/** The language chosen before, otherwise the first of the browser's that the app has, otherwise English. */
export function preferredLanguage(): Language {
  const wanted = [browserStorage.get(STORAGE_KEY) ?? '', ...navigator.languages];
  const found = wanted.map((tag) => tag.split('-')[0] ?? '').find(isLanguage);
  return found ?? FALLBACK;
}

/** The language of the screen. Follows every change. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
}

export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : FALLBACK;
}

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

function subscribe(listener: () => void): () => void {
  return i18n.on('change', listener);
}
