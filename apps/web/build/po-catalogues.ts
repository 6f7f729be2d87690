import { readFile } from 'node:fs/promises';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** The parts of a catalogue that are downloaded apart, by the first word of an id. Everything else belongs to 'app'. */
const WORDS_OF_AREA = {
  shell: 'copy crash footer frame header load offline preferences ribbon session storage toasts unavailable',
  public:
    'exits fresh held history landing network notFound public rate reserve runs runway strip terms transaction transparency unauthorized vessel waterline',
  proofs: 'ladder positions reserves snapshots verify watchers',
  lab: 'lab receipts',
  experiments: 'experiment course lie',
  errors: 'error field form',
  account: 'login password',
  signup: 'forgot mail otp reset signup',
  member:
    'active balances browserWallet cancel chain countdown deposit dev earnings failure faq find first home invest investments invite overview receipt referralBalance release support transfer tree withdrawable',
  security: 'factor passkey programs security',
  settings: 'allowlist closing email keys notifications ownData profile settings webhooks',
  admin: 'admin fact',
  replaced: 'replacedBlocks',
  local: 'clock mailbox',
} as const;

/** Turns an imported `.po` file into its compiled messages, so that no browser parses one. `?area=` takes a part of it. */
export function poCatalogues(): Plugin {
  return {
    name: 'po-catalogues',
    async load(id) {
      const [file = '', query = ''] = id.split('?');
      if (!file.endsWith('.po')) return null;
      const json = JSON.stringify(await compileCatalogue(file, new URLSearchParams(query).get('area')));
      // A string that JSON.parse reads is parsed faster than the same object as a script.
      return `export const messages = JSON.parse(${JSON.stringify(json)});`;
    },
  };
}

/** Compiled messages of a catalogue, or of a part of it. */
export async function compileCatalogue(file: string, area: string | null): Promise<Record<string, unknown>> {
  const entries = await formatter({ explicitIdAsDefault: true }).parse(await readFile(file, 'utf8'), {
    locale: undefined,
    sourceLocale: 'en',
    filename: file,
  });
  const messages = Object.entries(entries)
    .filter(([key]) => area === null || findArea(key) === area)
    .map(([key, entry]) => [key, compileMessage(entry.translation || key)]);
  return Object.fromEntries(messages);
}

/** Returns the part of the catalogue that an id belongs to. A sentence of a contract is its own id. */
export function findArea(id: string): string {
  if (id.includes(' ')) return 'errors';
  const [word = ''] = id.split('.');
  const found = Object.entries(WORDS_OF_AREA).find(([, words]) => words.split(' ').includes(word));
  return found?.[0] ?? 'app';
}
