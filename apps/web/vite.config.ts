import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contentSecurityHashes } from './build/content-security-hashes.ts';
import { manifestApart } from './build/manifest.ts';
import { poCatalogues } from './build/po-catalogues.ts';

const server = process.env['GLASSPOOL_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    poCatalogues(),
    ...(isSsrBuild === true ? [] : [contentSecurityHashes(), manifestApart()]),
  ],
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/trpc': { target: server, ws: true } },
  },
  build: {
    target: 'es2023',
    // All of these know light-dark() and nesting, so that the style sheet stays as it was written.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 400,
    manifest: isSsrBuild === true ? false : 'manifest.json',
    // The second build adds to the folder that has the first one's list of chunks.
    emptyOutDir: isSsrBuild !== true,
    copyPublicDir: isSsrBuild !== true,
    rolldownOptions: {
      // The entry lists the names of all chunks, and a hash is what compresses worst in it: 42 bits tell two builds apart.
      output:
        isSsrBuild === true
          ? {}
          : {
              chunkFileNames: 'assets/[name]-[hash:7].js',
              codeSplitting: {
                groups: [
                  // Code of every page: as small separate parts it would weigh more, and each costs a request.
                  {
                    name: 'ui',
                    test: new RegExp(
                      [
                        'src/(ui/(class-names|use-is-online|Button|Card|Disclosure|Field|Notice|Segments|Select|Skeleton|Spinner)|paths|i18n/format|trusted-script-url)\\.tsx?$',
                        'src/(api/(data-time|notify|sent|session)|random|storage|components/(frame/(Footer|lazy-page|LoadError|local-network|Logo|PageOutlet|PageTitle|Part|Preferences|PublicHeader|theme|use-is-ready)|money/(decimal|rates|Vessel)|proof/proof-age))\\.tsx?$',
                        'core/src/(address/shorten|clock|money/(currency|display-decimal)|terms/reserve-level)\\.ts$',
                        'node_modules/(react-dom/index|lucide-react/dist/esm/(createLucideIcon|defaultAttributes|Icon|shared|icons/chevron-down))',
                        'rolldown/runtime',
                      ].join('|'),
                    ),
                  },
                ],
              },
            },
      // These packages only define things, but do not say so; unsaid, all of them would be in the first download.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
    },
  },
}));
