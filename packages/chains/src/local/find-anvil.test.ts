// Goal: the local BSC node is found wherever it may be, and without one is told in one sentence what to install.
// Method: the package is hidden; the real program under another name and on the PATH, a program of another kind, an old one, none.
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { startAnvil } from './anvil.ts';
import { findAnvil } from './find-anvil.ts';

const folder = mkdtempSync(join(tmpdir(), 'glasspool-anvil-'));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));
const findPackaged = (): undefined => undefined;

/** Program that prints a line when it is asked for its version. */
function printing(name: string, line: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "${line}"\n`);
  chmodSync(file, 0o755);
  return file;
}

function putOnPath(target: string): void {
  const place = mkdtempSync(join(folder, 'path-'));
  symlinkSync(target, join(place, 'anvil'));
  vi.stubEnv('PATH', ['/nowhere', place, '/usr/bin', '/bin'].join(delimiter));
}

describe('the program of the local BSC node', () => {
  it('is the one of the package where there is one', () => {
    expect(findAnvil()).toMatch(/anvil-linux-amd64.*anvil$/);
  });

  it('is the one on the PATH where there is no package, and runs', async () => {
    putOnPath(findAnvil());
    const program = findAnvil({ findPackaged });
    expect(program).toBe('anvil');
    await using anvil = await startAnvil({ stateFile: undefined, timeOffsetMs: 0, program });
    expect(await anvil.call('eth_blockNumber')).toBe('0x0');
  });

  it('is the one that the settings name, before all others', () => {
    const named = printing('named', 'anvil Version: 1.2.0-stable');
    expect(findAnvil({ named })).toBe(named);
  });

  it.each([
    ['an old release', 'anvil 0.3.1 (abc 2025-01-01)', 'is anvil 0\\.3'],
    ['another program', 'hello', 'does not say that it is anvil'],
  ])('is not %s, and the refusal says what to install', (_what, line, reason) => {
    const program = printing('other', line);
    putOnPath(program);
    for (const where of [{ named: program }, { findPackaged }])
      expect(() => findAnvil(where)).toThrow(new RegExp(`${reason}.*Install Foundry`));
  });

  it('is asked for in one sentence where there is none', () => {
    vi.stubEnv('PATH', folder);
    expect(() => findAnvil({ findPackaged })).toThrow(
      /^The local BSC node, anvil, comes with Linux on x86-64 only\. Install Foundry 1\.0 or newer/,
    );
  });

  it('is asked for where the settings name a file that is not there', () => {
    expect(() => findAnvil({ named: '/nowhere/anvil' })).toThrow(
      /ANVIL_PATH names \/nowhere\/anvil.*Install Foundry/,
    );
  });
});
