// Goal: what was signed is on disk before it is sent, and is read again after any crash.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignedLog } from './signed-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-signed-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the signed log', () => {
  it('keeps each transaction once, over restarts', async () => {
    const log = createSignedLog(folder);
    expect(await log.readHashes()).toEqual([]);
    await log.append({ txHash: 'a', nonce: 0 });
    await log.append({ txHash: 'a', nonce: 0 });
    await log.append({ txHash: 'b', nonce: 1 });
    expect(await createSignedLog(folder).readHashes()).toEqual(['a', 'b']);
  });

  it('has a line on disk when it says so', async () => {
    await using probe = await open(join(folder, 'probe'), 'w');
    // All files have one prototype.
    const flush = vi.spyOn(Object.getPrototypeOf(probe), 'sync');
    await createSignedLog(folder).append({ txHash: 'a' });
    expect(flush).toHaveBeenCalledOnce();
    flush.mockRestore();
  });

  it('goes on after a disk took half a line, in the same process', async () => {
    const log = createSignedLog(folder);
    await log.append({ txHash: 'a' });
    // As a full disk leaves it, in the middle of one of our own lines.
    appendFileSync(join(folder, 'signed.log'), '{"txHash":"b');
    await log.append({ txHash: 'b' });
    await log.append({ txHash: 'c' });
    expect(await createSignedLog(folder).readHashes()).toEqual(['a', 'b', 'c']);
  });

  it('goes on after a crash within a line', async () => {
    await createSignedLog(folder).append({ txHash: 'a' });
    appendFileSync(join(folder, 'signed.log'), '{"txHash":"half');
    const log = createSignedLog(folder);
    expect(await log.readHashes()).toEqual(['a']);
    await log.append({ txHash: 'b' });
    expect(await createSignedLog(folder).readHashes()).toEqual(['a', 'b']);
  });

  it('says where it was changed by hand', async () => {
    writeFileSync(join(folder, 'signed.log'), '{"txHash":"a"}\n{"hash":"b"}\n');
    await expect(createSignedLog(folder).readHashes()).rejects.toThrow(/signed\.log, line 2/);
  });
});
