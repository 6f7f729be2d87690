// Plants each defect of `planted/` in a copy of the code, one at a time, and counts the stories until one of them shows it: a simulator
// that finds no planted defect shows nothing. `npm run simulate -- --planted`; exit code 1 when one is not found.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const PATCHES = join(import.meta.dirname, 'planted');
const COPIED = ['packages', 'e2e', 'package.json'];
const SCOPE = '@glasspool';

/** Tries every planted defect with at most so many stories. Returns how many were not found. */
export function tryPlanted(stories: number, say: (text: string) => void): number {
  const copy = mkdtempSync(join(tmpdir(), 'glasspool-planted-'));
  try {
    copyCode(copy);
    const missed = readdirSync(PATCHES).filter((file) => !isFound(copy, file, { stories, say }));
    say(
      `${readdirSync(PATCHES).length - missed.length} of ${readdirSync(PATCHES).length} planted defects were found`,
    );
    return missed.length;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function isFound(
  copy: string,
  file: string,
  { stories, say }: { stories: number; say: (text: string) => void },
): boolean {
  const patch = join(PATCHES, file);
  apply(copy, patch);
  const startedAt = performance.now();
  const main = join(copy, 'e2e', 'simulation', 'main.ts');
  const { stdout } = spawnSync(process.execPath, [main, '--seeds', String(stories), '--stop'], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  apply(copy, patch, '--reverse');
  const found = /^seed (?<seed>\d+): (?<oracle>[^:]+):/m.exec(stdout)?.groups;
  const tookS = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const after =
    found === undefined ? `NOT FOUND in ${stories}` : `${found['seed']} stories, ${found['oracle']}`;
  say(`${basename(file, '.patch').padEnd(36)} ${after} (${tookS} s)`);
  return found !== undefined;
}

function apply(copy: string, patch: string, ...options: string[]): void {
  const { status, stderr } = spawnSync('git', ['apply', ...options, patch], { cwd: copy, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${basename(patch)} does not fit the code any more: ${stderr}`);
}

/** The code with the installed packages of others, and links from package to package within the copy. */
function copyCode(copy: string): void {
  for (const one of COPIED)
    cpSync(join(ROOT, one), join(copy, one), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, SCOPE), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== SCOPE) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(relative(join(modules, SCOPE), join(copy, 'packages', name)), join(modules, SCOPE, name));
}
