// Goal: what is installed runs nothing unless it was decided so by name, and is under a license that lets us ship it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../src/running-server.ts';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
      license: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Locked = z.infer<typeof Lockfile>['packages'];

/** Licenses of code that is shipped, or linked into it: none puts a condition on ours. */
const SHIPPED = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Zlib',
  'CC0-1.0',
];
/** Fonts, tables and single files under these may be shipped as they are, beside code under another license. */
const SHIPPED_AS_IT_IS: Readonly<Record<string, string>> = {
  '@ethereumjs/rlp': 'MPL-2.0',
  '@fontsource-variable/inter': 'OFL-1.1',
  'caniuse-lite': 'CC-BY-4.0',
};
/** Installed by `npm start` to build the web app; no part of the pages, nor of the archive of a release. */
const BUILDS_PAGES = /^lightningcss(-[\w-]+)?$/;
/** Licenses of what only builds and tests. */
const BUILDS = [...SHIPPED, 'MPL-2.0', 'CC-BY-4.0'];
/** These say in a file beside their package, and not in it, that they are MIT. */
const UNNAMED = ['memorystream', 'png-js'];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const readLocked = (): Locked => Lockfile.parse(JSON.parse(read('package-lock.json'))).packages;
const getName = (path: string): string => path.split('node_modules/').at(-1) ?? path;

/** Packages with a license that is in no list. `(A OR B)` needs one of them, `A AND B` both. */
function findOdd(packages: Locked): string[] {
  return Object.entries(packages).flatMap(([path, { dev, link, license = '' }]) => {
    const name = getName(path);
    if (!path.includes('node_modules/') || link === true || UNNAMED.includes(name)) return [];
    if (SHIPPED_AS_IT_IS[name] === license) return [];
    const isFine = (one: string): boolean =>
      (dev === true || BUILDS_PAGES.test(name) ? BUILDS : SHIPPED).includes(one);
    const bare = license.replace(/[()]/g, '');
    const passes = bare.includes(' OR ')
      ? bare.split(' OR ').some(isFine)
      : bare.split(' AND ').every(isFine);
    return passes ? [] : [`${name}: ${license === '' ? 'no license' : license}`];
  });
}

/** Packages that would run a script when they are installed, and stand in no list. */
function findUndecided(packages: Locked, decided: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => hasInstallScript === true && !(getName(path) in decided))
    .map(([path]) => getName(path));
}

/** Packages for other platforms that a package names and the lock file does not have: `npm ci` leaves them out there without a word. */
function findMissing(packages: Locked): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !listPlaces(path, name).some((place) => place in packages),
    ),
  );
}

/** Places in which Node looks for a dependency of a package, the nearest first. */
function listPlaces(path: string, name: string): string[] {
  const above = path.lastIndexOf('/node_modules/');
  const here = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
  if (path === '') return [here];
  return [here, ...listPlaces(above === -1 ? '' : path.slice(0, above), name)];
}

/** Commands that need no tool: those of the program, which `npm start` installed, and parts of others. */
const NEEDS_NO_TOOL = /^(exec )?node (apps|packages)\/|^npm exec |^node scripts\/supply-chain/;
/** Parts of commands that install what they need. */
const PARTS = ['build', 'typecheck'];

/** Commands that would fail for want of a tool in a checkout in which only `npm start` was run. */
function findUninstalled(scripts: Readonly<Record<string, string>>): string[] {
  return Object.entries(scripts)
    .filter(([name]) => !PARTS.includes(name))
    .filter(([, command]) => !/^(node scripts\/ensure-install\.mjs|npm run check) /.test(command))
    .filter(([, command]) => !NEEDS_NO_TOOL.test(command))
    .map(([name]) => name);
}

describe('the supply chain', () => {
  it('installs the tools of each command that needs them', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    expect(findUninstalled(scripts)).toEqual([]);
    expect(findUninstalled({ simulate: 'node e2e/simulation/main.ts' })).toEqual(['simulate']);
  });

  it('runs no script at an install, and then only those that are allowed by name', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const { allowScripts, scripts } = z
      .object({ allowScripts: z.record(z.string(), z.boolean()), scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    expect(findUndecided(readLocked(), allowScripts)).toEqual([]);
    expect(findUndecided({ 'node_modules/evil': { hasInstallScript: true } }, allowScripts)).toEqual([
      'evil',
    ]);
    // npm does not run them any more, so that work in them would be left out without a word.
    // ASVS 15.2.4
    expect(Object.keys(scripts).filter((name) => /^(pre|post)/.test(name))).toEqual([]);
  });

  it('has licenses that were decided about', () => {
    expect(findOdd(readLocked())).toEqual([]);
    expect(
      findOdd({
        'node_modules/a': { license: 'GPL-3.0-only' },
        'node_modules/b': {},
        'node_modules/c': { license: 'MIT AND AGPL-3.0-only' },
        'node_modules/d': { license: '(GPL-3.0-only OR MIT)' },
        'node_modules/e': { license: 'MPL-2.0' },
        'node_modules/f': { license: 'MPL-2.0', dev: true },
      }),
    ).toEqual(['a: GPL-3.0-only', 'b: no license', 'c: MIT AND AGPL-3.0-only', 'e: MPL-2.0']);
  });

  it('has the packages of every platform in the lock file', () => {
    const packages = readLocked();
    expect(findMissing(packages)).toEqual([]);
    const { 'node_modules/@rollup/rollup-darwin-arm64': gone, ...others } = packages;
    expect(gone?.license).toBe('MIT');
    expect(findMissing(others)).toEqual(['@rollup/rollup-darwin-arm64']);
  });

  it('names no platform where the program is started: `.bin/node` is the Node of the machine', () => {
    const files = execFileSync('git', ['ls-files', 'deploy', 'scripts'], { cwd: ROOT, encoding: 'utf8' });
    expect(
      files
        .trim()
        .split('\n')
        .filter((file) => /node-(linux|win)/.test(read(file))),
    ).toEqual([]);
  });
});
