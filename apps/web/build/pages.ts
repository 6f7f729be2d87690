// The last step of the build. Every page gets a file of its own that names the scripts it needs, so that they all arrive at
// once instead of one after the other; the pages that a visitor sees first are drawn into HTML besides, so that they can be
// read before any script has run. Data is filled in by the browser. pages.json tells the server which file is whose.
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileCatalogue } from './po-catalogues.ts';

const WEB = resolve(import.meta.dirname, '..');
const DIST = join(WEB, 'dist');
const SSR = join(WEB, 'dist-ssr');

/** Texts of the pages that a signed-in user goes through. */
const MEMBER = ['app', 'public', 'member', 'errors'];

interface Page {
  readonly path: string;
  readonly screen: string;
  readonly frame: keyof typeof FRAMES;
  /** Parts of the catalogue, besides the shell. */
  readonly areas: readonly string[];
  /** Drawn into HTML: a visitor's page as everyone sees it, a user's with nothing in it yet. */
  readonly isDrawn: boolean;
}

const PAGES: readonly Page[] = [
  { path: '/', screen: 'landing/LandingScreen', frame: 'none', areas: ['public'], isDrawn: true },
  {
    path: '/transparency',
    screen: 'transparency/TransparencyScreen',
    frame: 'data',
    areas: ['public', 'proofs', 'errors'],
    isDrawn: true,
  },
  {
    path: '/lab/time',
    screen: 'lab/TimeMachineScreen',
    frame: 'data',
    areas: ['public', 'lab', 'errors'],
    isDrawn: true,
  },
  {
    path: '/lab',
    screen: 'lab/LabScreen',
    frame: 'data',
    areas: ['public', 'lab', 'experiments', 'errors'],
    isDrawn: true,
  },
  {
    path: '/lab/courses',
    screen: 'lab/CourseScreen',
    frame: 'data',
    areas: ['public', 'lab', 'experiments', 'errors'],
    isDrawn: true,
  },
  {
    path: '/receipts',
    screen: 'transparency/ReceiptsScreen',
    frame: 'data',
    areas: ['public', 'lab', 'errors'],
    isDrawn: true,
  },
  {
    path: '/login',
    screen: 'account/LogInScreen',
    frame: 'public',
    areas: ['account', 'errors'],
    isDrawn: true,
  },
  // The content of a sign-up depends on what this browser stored of it.
  {
    path: '/signup',
    screen: 'account/SignUpScreen',
    frame: 'public',
    areas: ['account', 'signup', 'errors'],
    isDrawn: false,
  },
  { path: '/home', screen: 'home/HomeScreen', frame: 'signed-in', areas: MEMBER, isDrawn: true },
  // Its filter stands in the address.
  { path: '/history', screen: 'history/HistoryScreen', frame: 'signed-in', areas: MEMBER, isDrawn: false },
  { path: '/network', screen: 'network/NetworkScreen', frame: 'signed-in', areas: MEMBER, isDrawn: true },
  { path: '/support', screen: 'support/SupportScreen', frame: 'signed-in', areas: MEMBER, isDrawn: true },
  {
    path: '/settings',
    screen: 'settings/SettingsScreen',
    frame: 'signed-in',
    areas: ['app', 'settings', 'security', 'account', 'errors'],
    isDrawn: true,
  },
];
const FRAMES = {
  none: { modules: [] },
  data: { modules: ['api/DataLayer'] },
  public: { modules: ['api/DataLayer', 'components/frame/PublicFrame'] },
  'signed-in': {
    modules: ['api/DataLayer', 'components/account/RequireSession', 'components/frame/SignedInFrame'],
  },
} as const;

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
}

// The footer of every page links to the license.
copyFileSync(join(WEB, '../../LICENSE'), join(DIST, 'license.txt'));
const { renderPage } = await import(join(SSR, 'prerender.js'));
const shell = readFileSync(join(DIST, 'index.html'), 'utf8');
const manifest: Record<string, ManifestEntry> = JSON.parse(readFileSync(join(SSR, 'manifest.json'), 'utf8'));
// Drawn text is shown in its own font from the start, where the line allows, instead of moving when it comes.
const fontLinks = globSync('assets/*.woff2', { cwd: DIST }).map(
  (font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
);
const already = new Set(readFiles('index.html'));

const files: Record<string, { file: string; isDrawn: boolean }> = {};
for (const page of PAGES) {
  const file = `page${page.path === '/' ? '-landing' : page.path.replaceAll('/', '-')}.html`;
  writeFileSync(join(DIST, file), await makePage(page));
  files[page.path] = { file, isDrawn: page.isDrawn };
}
writeFileSync(join(DIST, 'pages.json'), `${JSON.stringify(files)}\n`);
rmSync(join(SSR, 'prerender.js'));
rmSync(join(SSR, 'assets'), { recursive: true });

async function makePage(page: Page): Promise<string> {
  const links = getChunks(page).map((asset) => `<link rel="modulepreload" crossorigin href="/${asset}">`);
  const linked = shell.replace('</head>', () => `${links.join('')}</head>`);
  if (!page.isDrawn) return linked;
  const isSignedIn = page.frame === 'signed-in';
  const html: string = await renderPage(page.path, { isSignedIn });
  if (html.includes('style="')) {
    throw new Error(`${page.path} has a style attribute, which the page's policy refuses.`);
  }
  const texts = await toTexts(page);
  return startAfterPaint(linked)
    .replace('<html lang="en">', `<html lang="en"${isSignedIn ? ' data-drawn="signed-in"' : ''}>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${texts}`);
}

/** The English texts of a drawn page, within it: each part by itself would be a request. */
async function toTexts({ areas }: Page): Promise<string> {
  const parts: Record<string, unknown> = {};
  for (const area of ['shell', ...areas])
    parts[area] = await compileCatalogue(join(WEB, 'locales/en.po'), area);
  const json = JSON.stringify(parts).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="texts-en">${json}</script>`;
}

/** Moves the scripts into a template, which the head's own script opens once the page has been painted. */
function startAfterPaint(html: string): string {
  const scripts: string[] = [];
  const rest = html.replaceAll(
    /\s*(<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g,
    (_, tag: string) => {
      scripts.push(tag);
      return '';
    },
  );
  const parts = [...fontLinks, '<template id="scripts">', ...scripts, '</template>'];
  return rest.replace('</head>', () => `${parts.join('')}</head>`);
}

function getChunks({ screen, frame, areas, isDrawn }: Page): string[] {
  const { modules } = FRAMES[frame];
  const sources = [
    `src/screens/${screen}.tsx`,
    ...modules.map((name) => `src/${name}.tsx`),
    ...(isDrawn ? [] : ['shell', ...areas].map((area) => `locales/en.po?area=${area}`)),
  ];
  return [...new Set(sources.flatMap(readFiles))].filter((file) => !already.has(file));
}

/** A chunk of the build with everything that it imports at once. */
function readFiles(source: string): string[] {
  const entry = manifest[source];
  if (entry === undefined) throw new Error(`The build has no chunk for ${source}.`);
  return [entry.file, ...(entry.imports ?? []).flatMap(readFiles)];
}
