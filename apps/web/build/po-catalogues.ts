import { readFile } from 'node:fs/promises';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** The parts of a catalogue that are downloaded apart, by the first word of an id. What is not listed belongs to 'app'. */
const WORDS_OF_AREA = {
  shell:
    'frame ribbon footer preferences offline crash load session toasts copy dialog unauthorized notFound exits unavailable',
  public:
    'landing held rate runway waterline public history transaction network transparency runs strip terms snapshots verify',
  admin: 'admin',
  account: 'login signup otp forgot reset password field form error',
} as const;

/** Turns an imported `.po` file into its compiled messages, so that no browser parses one. `?area=` takes a part of it. */
export function poCatalogues(): Plugin {
  const po = formatter({ explicitIdAsDefault: true });
  return {
    name: 'po-catalogues',
    async load(id) {
      const [file = '', query = ''] = id.split('?');
      if (!file.endsWith('.po')) return null;
      const area = new URLSearchParams(query).get('area');
      const entries = await po.parse(await readFile(file, 'utf8'), {
        locale: undefined,
        sourceLocale: 'en',
        filename: file,
      });
      const messages = Object.entries(entries)
        .filter(([key]) => area === null || areaOf(key) === area)
        .map(([key, entry]) => [key, compileMessage(entry.translation || key)]);
      const json = JSON.stringify(Object.fromEntries(messages));
      // A string that JSON.parse reads is parsed faster than the same object as a script.
      return `export const messages = JSON.parse(${JSON.stringify(json)});`;
    },
  };
}

function areaOf(id: string): string {
  // Sentences of the contracts have no id but themselves; forms need them.
  if (id.includes(' ')) return 'account';
  const [word = ''] = id.split('.');
  const found = Object.entries(WORDS_OF_AREA).find(([, words]) => words.split(' ').includes(word));
  return found?.[0] ?? 'app';
}
