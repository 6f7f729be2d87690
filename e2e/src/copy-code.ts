// Copies of the code that may be changed and run.
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const COPIED = ['packages', 'apps', 'e2e', 'package.json', 'vitest.workspace.ts', 'tsconfig.base.json'];
const SCOPE = '@glasspool';

/** Copies the code into a folder, with the installed packages of others, and links from package to package within the copy. */
export function copyCode(copy: string): void {
  for (const one of COPIED)
    cpSync(join(ROOT, one), join(copy, one), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    });
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, SCOPE), { recursive: true });
  // Runs of two copies at once would empty each other's cache.
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== SCOPE && name !== '.cache')
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const parent of ['packages', 'apps'])
    for (const name of readdirSync(join(copy, parent)))
      symlinkSync(relative(join(modules, SCOPE), join(copy, parent, name)), join(modules, SCOPE, name));
}
