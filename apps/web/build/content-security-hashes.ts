import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const computeHash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * Puts the page's first script into its head, which spares a request before the first paint, and writes csp.json, from which
 * the server makes its Content-Security-Policy: the hash of that script, and of the style elements that libraries add at run
 * time, empty ones included. The policy so needs no 'unsafe-inline'.
 */
export function contentSecurityHashes(): Plugin {
  const script = readConfigureScript();
  return {
    name: 'content-security-hashes',
    transformIndexHtml: () => [{ tag: 'script', children: script, injectTo: 'head-prepend' }],
    writeBundle({ dir = 'dist' }) {
      const hashes = {
        scriptHashes: [computeHash(script)],
        styleHashes: [computeHash(''), computeHash(sonnerStyle())],
      };
      writeFileSync(join(dir, 'csp.json'), `${JSON.stringify(hashes)}\n`);
    },
  };
}

/** The script without its comments, which no browser needs. */
function readConfigureScript(): string {
  return readFileSync(join(import.meta.dirname, 'configure-page.js'), 'utf8').replaceAll(/^\/\/.*\n/gm, '');
}

function sonnerStyle(): string {
  const source = readFileSync(require.resolve('sonner').replace(/\.js$/, '.mjs'), 'utf8');
  const literal = /__insertCSS\("((?:[^"\\]|\\.)*)"\)/.exec(source)?.[1];
  if (literal === undefined) throw new Error('sonner no longer adds its style the way this build expects.');
  return JSON.parse(`"${literal}"`);
}
