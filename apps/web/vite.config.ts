import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const require = createRequire(import.meta.url);

/**
 * The toast library adds a style element at run time. Its hash, and that of the element while it is still empty, go into
 * csp.json, from which the server makes its Content-Security-Policy, so that the policy needs no 'unsafe-inline'.
 */
function contentSecurityHashes(): Plugin {
  return {
    name: 'content-security-hashes',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const source = readFileSync(require.resolve('sonner').replace(/\.js$/, '.mjs'), 'utf8');
      const literal = /__insertCSS\("((?:[^"\\]|\\.)*)"\)/.exec(source)?.[1];
      if (literal === undefined)
        throw new Error('sonner no longer adds its style the way this build expects.');
      const styles = ['', JSON.parse(`"${literal}"`)];
      const styleHashes = styles.map(
        (style) => `sha256-${createHash('sha256').update(style).digest('base64')}`,
      );
      writeFileSync(join(dir, 'csp.json'), `${JSON.stringify({ styleHashes })}\n`);
    },
  };
}

const server = process.env['GLASSPOOL_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), tailwindcss(), contentSecurityHashes()],
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/trpc': { target: server, ws: true } },
  },
  build: { target: 'es2023', chunkSizeWarningLimit: 400 },
});
