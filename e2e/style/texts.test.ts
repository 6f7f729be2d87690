// Goal: no screen shows the id of a text because it forgot to load the part of the catalogue that the text is in. Method: from every
// page that is loaded by itself, follow the imports and compare the texts that the files name with the parts that the page asks for.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findArea } from '../../apps/web/build/po-catalogues.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const WEB = 'apps/web/src/';
/** Have functions that translate; the files that call them show the texts. */
const LIBRARIES = [`${WEB}api/errors.ts`, `${WEB}i18n/language.ts`];

interface Source {
  /** Areas of the texts that the file names. */
  readonly areas: ReadonlySet<string>;
  /** Files that come with it, at once or later, and inherit its texts. */
  readonly imports: readonly string[];
  /** Pages that it loads together with areas of their own. */
  readonly pages: readonly { readonly file: string; readonly areas: readonly string[] }[];
}

const ids = [...readFileSync(join(ROOT, 'apps/web/locales/en.po'), 'utf8').matchAll(/^msgid "(.+)"$/gm)].map(
  ([, id = '']) => id,
);
const firstWords = new Set(ids.filter((id) => !id.includes(' ')).map((id) => id.split('.')[0]));

function readSource(path: string, text: string): Source {
  const at = (target: string): string => join(dirname(path), target);
  const lazy = [
    ...text.matchAll(/lazyPage\(\s*async \(\) => \(await import\('([^']+)'\)\)\.\w+,?([^)]*)\)/g),
  ];
  const pages = lazy.map(([, target = '', areas = '']) => ({
    file: at(target),
    areas: [...areas.matchAll(/'(\w+)'/g)].map(([, area = '']) => area),
  }));
  const targets = [...text.matchAll(/(?:from |import\(|import )'(\.[^']+\.tsx?)'/g)].map(([, to = '']) =>
    at(to),
  );
  const written = [...text.matchAll(/['"]([a-z]\w*(?:\.\w+)+)['"]/g)]
    .map(([, id = '']) => id)
    .filter((id) => ids.includes(id));
  const composed = [...text.matchAll(/`([a-z]\w*)\.[^`]*\$\{/g)]
    .map(([, word = '']) => word)
    .filter((word) => firstWords.has(word));
  const sentences = /\b(?:describeCallError|translateSentence)\(/.test(text) && !LIBRARIES.includes(path);
  return {
    areas: new Set([...written, ...composed, ...(sentences ? ['error'] : [])].map(findArea)),
    imports: targets.filter((target) => !pages.some(({ file }) => file === target)),
    pages,
  };
}

/** Every file that names a text of an area which no page on the way to it has loaded, as 'file: area'. */
function findMissing(sources: ReadonlyMap<string, Source>, start: string): string[] {
  const missing = new Set<string>();
  const visit = (file: string, loaded: readonly string[], seen: Set<string>): void => {
    const source = sources.get(file);
    if (source === undefined || seen.has(file)) return;
    seen.add(file);
    for (const area of source.areas) if (!loaded.includes(area)) missing.add(`${file}: ${area}`);
    for (const next of source.imports) visit(next, loaded, seen);
    for (const page of source.pages) visit(page.file, [...loaded, ...page.areas], new Set());
  };
  visit(start, ['shell'], new Set());
  return [...missing].sort();
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', WEB], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'));
const sources = new Map(
  files.map((path) => [path, readSource(path, readFileSync(join(ROOT, path), 'utf8'))]),
);

describe('a part of the catalogue', () => {
  it('is loaded by every page that names a text of it', () => {
    expect(files.length).toBeGreaterThan(150);
    expect(findMissing(sources, `${WEB}main.tsx`)).toEqual([]);
  });

  it('is found missing where a page names a text of another part', () => {
    const planted = new Map(sources);
    const changed = readSource(`${WEB}screens/account/MailDelay.tsx`, "t('admin.reviews')");
    planted.set(`${WEB}screens/account/MailDelay.tsx`, changed);
    expect(findMissing(planted, `${WEB}main.tsx`)).toContain(`${WEB}screens/account/MailDelay.tsx: admin`);
  });
});
