// Goal: the archive of a release runs without a build, and installs little beside the keys. Method: `npm run release` of the last commit,
// twice; unpacked into an empty folder, `npm ci --omit=dev`, and the program with local chains there.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RestClient, signUp } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';

/** Packages that are installed on the machine with the keys, on one platform. */
const PACKAGES_MAX = 260;

let folder: string;
let unpacked: string;
const makeRelease = (name: string): Buffer => {
  const program = join(ROOT, 'scripts/release.mjs');
  execFileSync(process.execPath, [program, join(folder, name), 'HEAD'], { cwd: ROOT, stdio: 'pipe' });
  const [file = ''] = readdirSync(join(folder, name));
  return readFileSync(join(folder, name, file));
};

/** Packages of others that npm installed. */
const listInstalled = (): string[] => {
  const { packages } = JSON.parse(readFileSync(join(unpacked, 'node_modules/.package-lock.json'), 'utf8'));
  return Object.keys(packages).filter(
    (path) => path.startsWith('node_modules/') && packages[path].link !== true,
  );
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-release-test-'));
  const archive = makeRelease('first');
  execFileSync('tar', ['-xz', '-C', folder], { input: archive });
  unpacked = join(folder, readdirSync(folder).find((name) => name.startsWith('glasspool-')) ?? '');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('makes the same bytes of the same commit', () => {
  expect(makeRelease('second').equals(makeRelease('third'))).toBe(true);
});

it('runs without a build, on few packages', async () => {
  execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: unpacked,
    stdio: 'pipe',
  });
  expect(listInstalled().length).toBeLessThanOrEqual(PACKAGES_MAX);
  await using server = await RunningServer.start({}, (command) => ['env', '-C', unpacked, ...command]);
  const page = await fetch(server.url);
  expect(await page.text()).toContain('<div id="root">');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await signUp(new RestClient(() => server.url), 'someone@example.org');
});
