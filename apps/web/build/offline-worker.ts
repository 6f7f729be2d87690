import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VitePWA } from 'vite-plugin-pwa';

const ENTRY = 'index.html';
const MONTH_S = 30 * 24 * 60 * 60;

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
    JSON.parse(readFileSync(join(import.meta.dirname, '../dist-ssr/manifest.json'), 'utf8'));
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

/**
 * Makes the app installable, with a worker that keeps the app's own files: the shell and the pages of members from the start, other
 * parts as they are used. Answers of the server are never kept.
 */
export function offlineWorker() {
  return VitePWA({
    // The app registers it by itself, under a Trusted Types policy of its own.
    injectRegister: null,
    registerType: 'autoUpdate',
    manifest: {
      name: 'Glasspool (test network)',
      short_name: 'Glasspool',
      description: 'A pool on test networks whose books anyone can check. Tokens have no value.',
      start_url: '/home',
      scope: '/',
      display: 'standalone',
      background_color: '#f5f8f7',
      theme_color: '#ffd54a',
      icons: [
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    workbox: {
      globPatterns: ['index.html', 'mark.svg', 'assets/*.{js,css,woff2}'],
      manifestTransforms: [
        (entries) => {
          const kept = readMemberFiles();
          return {
            manifest: entries.filter(({ url }) => !url.endsWith('.js') || kept.has(url)),
            warnings: [],
          };
        },
      ],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [/^\/(api|trpc)(\/|$)/, /\.[a-z]+$/],
      // A page may not load scripts from strings; neither may the worker.
      inlineWorkboxRuntime: true,
      cleanupOutdatedCaches: true,
      runtimeCaching: [
        {
          urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
          handler: 'CacheFirst',
          options: { cacheName: 'assets', expiration: { maxEntries: 100, maxAgeSeconds: MONTH_S } },
        },
      ],
    },
  });
}
