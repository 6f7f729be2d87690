import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Moves the list of chunks out of the folder that is served: it is for the build and the size budgets. */
export function manifestApart(): Plugin {
  return {
    name: 'manifest-apart',
    apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
    closeBundle() {
      const folder = join(import.meta.dirname, '../dist-ssr');
      mkdirSync(folder, { recursive: true });
      renameSync(join(import.meta.dirname, '../dist/manifest.json'), join(folder, 'manifest.json'));
    },
  };
}
