// Goal: one process holds a file, another has it as soon as that one is gone, and not before.
// Method: another process that is stopped, goes on, and is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdFile } from './file-lock.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Process that holds the file. */
async function startHolder(): Promise<ChildProcess> {
  const module = JSON.stringify(join(import.meta.dirname, 'file-lock.ts'));
  const program = `import { holdFile } from ${module}; globalThis.lock = await holdFile(${JSON.stringify(path)}); console.log('held'); setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

/** Returns true when the file can be had now: a signal that is aborted once another holds it. */
async function isFree(): Promise<boolean> {
  const stop = new AbortController();
  try {
    using _lock = await holdFile(path, { onWait: () => stop.abort(), signal: stop.signal });
    return true;
  } catch {
    return false;
  }
}

it('is not free while its holder lives, also stopped, and is free when it was killed', async () => {
  const holder = await startHolder();
  expect(await isFree()).toBe(false);
  holder.kill('SIGSTOP');
  expect(await isFree()).toBe(false);
  const next = holdFile(path);
  const ended = once(holder, 'exit');
  holder.kill('SIGKILL');
  await ended;
  using _lock = await next;
  expect(await isFree()).toBe(false);
});

it('is free again once it was disposed of', async () => {
  (await holdFile(path))[Symbol.dispose]();
  expect(await isFree()).toBe(true);
});

it('rejects with the reason of the signal', async () => {
  using _lock = await holdFile(path);
  const stop = new AbortController();
  const reason = new Error('stopped');
  await expect(holdFile(path, { onWait: () => stop.abort(reason), signal: stop.signal })).rejects.toBe(
    reason,
  );
});
