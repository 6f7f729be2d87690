import { VitePWA } from 'vite-plugin-pwa';

const MONTH_S = 30 * 24 * 60 * 60;

/**
 * Makes the app installable, with a worker that keeps the app's own files: the shell from the start, other parts as
 * they are used. Answers of the server are never kept.
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
      // Texts too: a drawn page has them within it, so that their files are not asked for until there is no network.
      globPatterns: [
        'index.html',
        'mark.svg',
        'assets/index-*.{js,css}',
        'assets/{ui,rolldown-runtime,en}-*.js',
        'assets/*.woff2',
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
