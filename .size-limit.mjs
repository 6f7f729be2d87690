// The budgets of gzipped JavaScript to the first use of a page: the entry, the page's own chunks, and all that they import at
// once. What a browser really loads is counted by e2e/weight. `npm run build` makes the list of chunks that this reads.
import { readFileSync } from 'node:fs';

const WEB = 'apps/web';
const manifest = JSON.parse(readFileSync(`${WEB}/dist-ssr/manifest.json`, 'utf8'));
const texts = (...areas) => areas.map((area) => `locales/en.po?area=${area}`);
const SHELL = ['index.html', ...texts('shell')];
const DATA = ['src/api/DataLayer.tsx'];
const FRAME = [
  ...DATA,
  'src/components/account/RequireSession.tsx',
  'src/components/frame/SignedInFrame.tsx',
];
const PUBLIC = [...DATA, 'src/components/frame/PublicFrame.tsx'];
const screen = (path) => `src/screens/${path}.tsx`;

function filesOf(source, found = new Set()) {
  const entry = manifest[source];
  if (entry === undefined) throw new Error(`The build has no chunk for ${source}. Run npm run build.`);
  if (found.has(entry.file)) return found;
  if (entry.file.endsWith('.js')) found.add(entry.file);
  for (const imported of entry.imports ?? []) filesOf(imported, found);
  return found;
}

const chunksOf = (sources) => new Set(sources.flatMap((source) => [...filesOf(source)]));
const budget = (name, limit, files) => ({
  name,
  limit,
  gzip: true,
  path: [...files].map((file) => `${WEB}/dist/${file}`),
});
const page = (name, limit, sources) => budget(name, limit, chunksOf([...SHELL, ...sources]));

const home = chunksOf([
  ...SHELL,
  ...FRAME,
  ...texts('app', 'public', 'member', 'errors', 'account'),
  screen('home/HomeScreen'),
]);
const deposit = chunksOf(['src/dialogs/deposit.tsx']);

const backOffice = (name) =>
  page(`back office: ${name}`, '198 KiB', [
    ...DATA,
    'src/components/account/RequireSession.tsx',
    'src/screens/admin/AdminRoutes.tsx',
    ...texts('admin', 'app', 'public', 'account', 'errors', ...(name === 'Profile' ? ['security'] : [])),
    `src/screens/admin/${name}Screen.tsx`,
  ]);

export default [
  page('landing', '110 KiB', [...texts('public'), screen('landing/LandingScreen')]),
  page('transparency', '147 KiB', [
    ...DATA,
    ...texts('public', 'proofs', 'errors'),
    screen('transparency/TransparencyScreen'),
  ]),
  page('login', '135 KiB', [...PUBLIC, ...texts('account', 'errors'), screen('account/LogInScreen')]),
  page('sign-up', '156 KiB', [
    ...PUBLIC,
    ...texts('account', 'signup', 'errors'),
    screen('account/SignUpScreen'),
  ]),
  budget('home', '160 KiB', home),
  ...['Dashboard', 'History', 'Users', 'Reserve', 'Profile'].map(backOffice),
  page('settings', '173 KiB', [
    ...FRAME,
    ...texts('settings', 'security', 'app', 'account', 'errors'),
    screen('settings/SettingsScreen'),
  ]),
  budget(
    'deposit sheet, added to home',
    '45 KiB',
    [...deposit].filter((file) => !home.has(file)),
  ),
];
