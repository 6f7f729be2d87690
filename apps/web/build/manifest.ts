import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Moves the list of chunks out of the folder that is served: it is for the build and the size budgets. */
export function manifestApart(): Plugin {
  return {
    name: 'manifest-apart',
    apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
    // After a build that failed there is none, and its own error is the one to show.
    writeBundle() {
      const folder = join(import.meta.dirname, '../dist-ssr');
      mkdirSync(folder, { recursive: true });
      renameSync(join(import.meta.dirname, '../dist/manifest.json'), join(folder, 'manifest.json'));
    },
  };
}
