// Goal: where no package brings Node, the install finds one or says in one sentence what to do. Method: the real script in a folder that
// looks installed, without the packages of any platform, run by each Node.js that is there. (The local BSC node: packages/chains.)
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listNodes } from './list-nodes.ts';
import { ROOT } from './running-server.ts';

/** Packages that tests and checks need, and the program does not. */
const TOOLS = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies);

describe('an install on another platform', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'glasspool-platform-'));
    mkdirSync(join(folder, 'scripts'));
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    for (const name of ['package.json', 'package-lock.json', 'scripts/ensure-install.mjs'])
      cpSync(join(ROOT, name), join(folder, name));
    for (const tool of TOOLS) mkdirSync(join(folder, 'node_modules', tool), { recursive: true });
    // Newer than the lockfile: nothing is left to install.
    const later = new Date(Date.now() + 60_000);
    for (const name of ['.package-lock.json', '.install-scripts-done']) {
      writeFileSync(join(folder, 'node_modules', name), '{}');
      utimesSync(join(folder, 'node_modules', name), later, later);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const install = (node: string, env: Record<string, string> = {}, ...parameters: string[]) => {
    const { status, stderr } = spawnSync(node, ['scripts/ensure-install.mjs', ...parameters], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    });
    return { status, stderr };
  };
  /** Program that says that it is an older Node. */
  const makeOld = (): string => {
    const file = join(folder, 'old-node');
    writeFileSync(file, '#!/bin/sh\necho v22.11.0\n');
    chmodSync(file, 0o755);
    return file;
  };
  const link = (): string => join(folder, 'node_modules/.bin/node');

  it('goes on with the Node that runs it, when that is new enough', () => {
    expect(install(process.execPath)).toEqual({ status: 0, stderr: '' });
    expect(existsSync(link())).toBe(false);
  });

  it('asks for no tool where the program is only to run', () => {
    for (const tool of TOOLS) rmSync(join(folder, 'node_modules', tool), { recursive: true });
    expect(install(process.execPath, {}, '--to-run')).toEqual({ status: 0, stderr: '' });
  });

  it('uses the Node that a setting names, whatever runs it', () => {
    for (const node of listNodes()) {
      expect(install(node, { GLASSPOOL_NODE: process.execPath })).toEqual({ status: 0, stderr: '' });
      expect(realpathSync(link())).toBe(realpathSync(process.execPath));
    }
  });

  it('refuses a program that is no new Node, and says what to install', () => {
    for (const named of ['/bin/true', '/nowhere/node', makeOld()]) {
      const { status, stderr } = install(process.execPath, { GLASSPOOL_NODE: named });
      expect([named, status]).toEqual([named, 1]);
      expect(stderr).toMatch(
        /^GLASSPOOL_NODE names \S+, which is not Node 24 or newer\. Install Node 24 or newer/,
      );
    }
  });

  it('says so where only an older Node is there', () => {
    const preload = join(folder, 'preload.mjs');
    writeFileSync(preload, `process.execPath = ${JSON.stringify(makeOld())};`);
    const { status, stderr } = install(process.execPath, { NODE_OPTIONS: `--import=${preload}` });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^No package brings Node 24 for this platform, and here is Node \S+\. Install Node 24/,
    );
  });
});
