// Goal: the pool and its proof are complete without the lab. Method: a copy of all files but those of the lab is compiled, built and tested.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const LAB = /^(packages\/lab|apps\/(server|web)\/src\/(screens\/)?lab)\//;
/** Tests and benches from outside know the lab; what is compiled here is the pool and its proof. */
const LEFT_OUT = /^(bench|docs|e2e|examples)\//;
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'glasspool-without-lab-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of listed.split('\n').filter((path) => path !== '' && !LEFT_OUT.test(path)))
    if (!LAB.test(file)) cpSync(join(ROOT, file), join(copy, file));
  linkModules(ROOT, copy);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Installs by links: packages of the project lead into the copy, all others to what is installed. */
function linkModules(from: string, to: string, folder = 'node_modules'): void {
  mkdirSync(join(to, folder), { recursive: true });
  for (const name of readdirSync(join(from, folder)).filter((one) => one !== '.cache')) {
    const place = join(folder, name);
    if (name === '@glasspool') linkModules(from, to, place);
    else {
      const real = realpathSync(join(from, place));
      const inside = relative(from, real);
      const isOwn = !inside.startsWith('node_modules') && !inside.startsWith('..');
      mkdirSync(dirname(join(to, place)), { recursive: true });
      symlinkSync(isOwn ? join(to, inside) : real, join(to, place));
    }
  }
}

function run(command: string, parameters: readonly string[], cwd = copy): void {
  const { status, stdout, stderr } = spawnSync(join(copy, 'node_modules/.bin', command), parameters, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, CI: 'true' },
  });
  expect(status, `${command} ${parameters.join(' ')}:\n${stdout}${stderr}`).toBe(0);
}

it.each([['tsconfig.packages.json'], ['apps/web']])('compiles %s', (project) => {
  run('tsc', ['-p', project]);
});

it('builds the web app', () => {
  run('vite', ['build'], join(copy, 'apps/web'));
});

it('passes the tests of the proof, of the procedures and of the server’s calls', () => {
  const folders = [
    'packages/core',
    'packages/proof',
    'packages/verify',
    'packages/api',
    'apps/server/src/http/rest',
  ];
  run('vitest', [
    'run',
    '--config',
    'vitest.workspace.ts',
    '--maxWorkers',
    '1',
    '--project',
    'core',
    '--project',
    'backend',
    ...folders,
  ]);
});
