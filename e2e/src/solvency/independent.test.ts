// Goal: the format can be read by someone else: a second implementation, in another language, agrees on every example and on what a
// pool really published, and objects where something was changed.
// Method: packages/verify/python/glasspool_verify.py, which has Python's standard library and nothing of ours.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../running-server.ts';
import { makeRealSnapshots, type Published } from './real-snapshots.ts';
import { makeSchemas, makeVectors, SCHEMAS_FILE, VECTORS_FILE } from './vectors.ts';

const SCRIPT = join(ROOT, 'packages/verify/python/glasspool_verify.py');
const USERS = 50;

const python = (...parameters: string[]): string =>
  execFileSync('python3', [SCRIPT, ...parameters], { encoding: 'utf8', stdio: 'pipe' });
/** Runs the verifier as npx finds it. */
const command = (...parameters: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/glasspool-verify'), parameters, {
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
};

/** Runs the second verifier on a folder. */
const second = (...parameters: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync('python3', [SCRIPT, ...parameters], { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};

function write(folder: string, published: Published): void {
  for (const [key, file] of published) {
    const path = join(folder, key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
  }
}

describe('the format', () => {
  it('has the examples and schemas that the documentation names, as the program makes them', () => {
    expect(readFileSync(VECTORS_FILE, 'utf8')).toBe(makeVectors());
    expect(readFileSync(SCHEMAS_FILE, 'utf8')).toBe(makeSchemas());
  });

  it('is read by a program in another language, of one file without dependencies', () => {
    const imported = readFileSync(SCRIPT, 'utf8').match(/^(?:import|from) .+$/gm);
    expect(imported).toEqual([
      'import argparse, datetime, hashlib, hmac, json, pathlib, re, struct, sys, time, urllib.error, urllib.request',
    ]);
    expect(python('--vectors', VECTORS_FILE)).toContain('every example is right');
  });

  it('lets that program find a changed example', () => {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-vectors-'));
    const file = join(folder, 'vectors.json');
    writeFileSync(file, makeVectors().replace('"usdt": "1234567"', '"usdt": "1234568"'));
    expect(() => python('--vectors', file)).toThrow();
    rmSync(folder, { recursive: true });
  });

  it('is the one that a pool publishes: both programs agree, and both object to a change', async () => {
    await using real = await makeRealSnapshots(USERS);
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-published-'));
    write(folder, real.published);
    expect(second(folder)).toEqual({
      status: 2,
      output: expect.stringContaining('INCOMPLETE: nothing failed, but'),
    });
    expect(second(folder, '--strict').status).toBe(1);
    const withoutNodes = command(folder);
    expect(withoutNodes.output).toContain('INCOMPLETE: nothing failed, but');
    expect(withoutNodes.status).toBe(2);
    expect(command(folder, '--strict').status).toBe(1);
    const tooOld = command(folder, '--max-age', '0');
    expect(tooOld.output).toMatch(/FAILED +The snapshot is recent: .* at most 0 are allowed/);
    expect(tooOld.status).toBe(1);
    expect(command(folder, '--snapshot', '1').output).not.toContain('The snapshot is recent');
    // A request that cannot be understood is refused, not ignored.
    for (const wrong of [
      ['--depth', 'deep'],
      ['--snapshot=-1'],
      ['--snapshot', '1x'],
      ['--bsc-rpc', 'http://127.0.0.1:1'],
      ['--email', 'user1@example.org'],
    ])
      expect(command(folder, ...wrong)).toEqual({
        status: 1,
        output: expect.stringContaining('Usage: glasspool-verify'),
      });
    const leaves = join(folder, '1', 'leaves.bin');
    const bytes = readFileSync(leaves);
    writeFileSync(leaves, bytes.fill((bytes[40] ?? 0) ^ 1, 40, 41));
    expect(second(folder)).toEqual({ status: 1, output: expect.stringContaining('FAILED      digests') });
    expect(command(folder).status).toBe(1);
    rmSync(folder, { recursive: true });
  });
});
