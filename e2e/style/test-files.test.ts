// Goal: every test file is run, and once: by `npm run check`, by the rest of `npm test`, by `npm run test:rest`, or on real nodes. Method: Vitest
// lists the files of each command.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../src/running-server.ts';

const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

function listFiles(script: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const projects = [...(scripts[script] ?? '').matchAll(/--project '?(?<name>[^' ]+)/g)].flatMap(
    ({ groups }) => ['--project', groups?.['name'] ?? ''],
  );
  expect(projects).not.toEqual([]);
  return listProjects(projects);
}

function listProjects(projects: readonly string[]): string[] {
  const parameters = [
    VITEST,
    'list',
    '--config',
    'vitest.workspace.ts',
    '--filesOnly',
    '--json',
    ...projects,
  ];
  const found = execFileSync(process.execPath, parameters, { cwd: ROOT, encoding: 'utf8' });
  // As Vitest writes them.
  const files = JSON.parse(found) as { file: string }[];
  return files.map(({ file }) => relative(ROOT, file));
}

it('is run by one command, and by no second one', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const run = [
    ...['check', 'test', 'test:rest'].flatMap(listFiles),
    // e2e/real-nodes/main.ts names it.
    ...listProjects(['--project', 'real']),
  ];
  expect(run.sort()).toEqual(tracked.trim().split('\n').sort());
});
