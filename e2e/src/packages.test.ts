// Goal: the verifier and the watcher run where nothing of this repository is: packed, installed into an empty folder, on Node 20 and newer.
// Method: `npm run pack`, `npm install` of the tarballs, and the programs on a story of the lying operator. Run on the
// Node of the tests, and on the one that stands on the PATH outside of node_modules where there is one.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HONEST, publish } from '@glasspool/lab/lies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listNodes } from './list-nodes.ts';
import { ROOT } from './running-server.ts';
import { ServedStory, USDT_CONTRACT } from './solvency/lies/serve-story.ts';

const PATIENCE_MS = 120_000;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-packages-'));
  const tarballs = join(folder, 'tarballs');
  execFileSync(process.execPath, [join(ROOT, 'scripts/pack.mjs'), tarballs], { cwd: ROOT, stdio: 'pipe' });
  const files = readdirSync(tarballs).map((name) => join(tarballs, name));
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'empty', 'package.json'), '{"private": true}\n');
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...files], {
    cwd: join(folder, 'empty'),
    stdio: 'pipe',
  });
}, PATIENCE_MS);
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

async function run(node: string, program: string, parameters: readonly string[]): Promise<Ran> {
  const script = join(folder, 'empty', 'node_modules', program, `${program}.js`);
  const child = spawn(node, [script, ...parameters], {
    cwd: join(folder, 'empty'),
    // Nothing of the repository on the way.
    env: { PATH: dirname(node) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, output };
}

describe.each(listNodes())('a packed program on %s', (node) => {
  it('checks a pool as glasspool-verify', async () => {
    await using story = await ServedStory.start(publish(HONEST));
    const nodes = ['--bsc-rpc', story.bscUrl, '--tron-rpc', story.tronUrl, '--usdt', USDT_CONTRACT];
    const found = await run(node, 'glasspool-verify', [story.url, '--snapshot', '2', ...nodes]);
    expect(found.output).toContain('INCOMPLETE: nothing failed, but 1 of 21 checks could not be made.');
    expect(found.code).toBe(2);
    const alone = await run(node, 'glasspool-verify', [story.url, '--snapshot', '2', '--strict']);
    expect(alone.code).toBe(1);
  });

  it('looks once as glasspool-watch, and raises an alarm on a pool that has stopped', async () => {
    await using story = await ServedStory.start(publish(HONEST));
    const anchor = `0x${Buffer.from(publish(HONEST).keys.anchorAddress).toString('hex')}`;
    const nodes = ['--bsc-rpc', story.bscUrl, '--tron-rpc', story.tronUrl, '--usdt', USDT_CONTRACT];
    const state = join(mkdtempSync(join(folder, 'state-')), 'state.json');
    const parameters = [story.url, '--anchor', anchor, ...nodes, '--state', state, '--once'];
    const stopped = await run(node, 'glasspool-watch', parameters);
    expect(stopped.output).toMatch(/ALARM silent: books as of 2026-01-03/);
    expect(stopped.code).toBe(1);
    const patient = await run(node, 'glasspool-watch', [...parameters, '--max-age', '99999999']);
    expect(patient.output).not.toContain('ALARM');
    expect(patient.code).toBe(2);
    const wrong = await run(node, 'glasspool-watch', [story.url, '--once']);
    expect(wrong).toEqual({ code: 1, output: expect.stringContaining('Usage: glasspool-watch') });
  });
});
