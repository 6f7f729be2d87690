// Writes the worker of the built app (worker.js) with the list of the files that it keeps from the start: the shell and the pages of members.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../dist');

const ENTRY = 'index.html';

/** Beginnings of a member's pages. What they load later, such as dialogs and charts, is kept with them. */
const MEMBER_SOURCES = [
  'api/DataLayer.tsx',
  'components/account/RequireSession.tsx',
  'components/frame/SignedInFrame.tsx',
  'components/frame/PublicFrame.tsx',
  'components/frame/Toasts.tsx',
  'screens/account/LogInScreen.tsx',
  'screens/home/HomeScreen.tsx',
  'screens/history/HistoryScreen.tsx',
  'screens/network/NetworkScreen.tsx',
  'screens/support/SupportScreen.tsx',
  'screens/settings/SettingsScreen.tsx',
].map((path) => `src/${path}`);
/** Their texts: a drawn page has its own within it, so that their files are not asked for until there is no network. */
const MEMBER_TEXTS = [
  'shell',
  'app',
  'public',
  'member',
  'errors',
  'account',
  'settings',
  'security',
].flatMap((area) => [`locales/en.po?area=${area}`, `locales/es.po?area=${area}`]);

/** The scripts of a member's pages with everything that they import, at once or later. */
function readMemberFiles(): Set<string> {
  const manifest: Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }> =
    JSON.parse(readFileSync(join(DIST, '../dist-ssr/manifest.json'), 'utf8'));
  const seen = new Set<string>();
  const add = (source: string): void => {
    const entry = manifest[source];
    if (entry === undefined) throw new Error(`The build has no chunk for ${source}.`);
    if (seen.has(source)) return;
    seen.add(source);
    // The entry names every page there is.
    for (const other of [...(entry.imports ?? []), ...(source === ENTRY ? [] : (entry.dynamicImports ?? []))])
      add(other);
  };
  for (const source of [ENTRY, ...MEMBER_SOURCES, ...MEMBER_TEXTS]) add(source);
  return new Set([...seen].flatMap((source) => manifest[source]?.file ?? []));
}

const members = readMemberFiles();
const files = globSync(['index.html', 'mark.svg', 'assets/*.{js,css,woff2}'], { cwd: DIST })
  .filter((file) => !file.endsWith('.js') || members.has(file))
  .sort();
const version = createHash('sha256');
for (const file of files) version.update(file).update(readFileSync(join(DIST, file)));
const values = {
  FILES: JSON.stringify(files.map((file) => `/${file}`)),
  VERSION: JSON.stringify(version.digest('hex').slice(0, 16)),
};
const source = readFileSync(join(import.meta.dirname, 'worker.js'), 'utf8');
writeFileSync(
  join(DIST, 'sw.js'),
  source.replace(/\/\* (FILES|VERSION) \*\/ \S+(?=;)/g, (_all, name: keyof typeof values) => values[name]),
);
