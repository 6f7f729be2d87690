// Goal: a published file is whole or not there, and comes back as it was written.
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, SECOND_MS } from '@glasspool/core';
import { readAll } from '@glasspool/proof';
import { describe, expect, it, vi } from 'vitest';
import { createSnapshotFiles } from './snapshot-files.ts';

const OLD = 'snd_01J9Z3V5Q4K7R8S9T0V1W2X3Y1';
const YOUNG = 'snd_01J9Z3V5Q4K7R8S9T0V1W2X3Y2';
const MINE = 'snd_01J9Z3V5Q4K7R8S9T0V1W2X3Y3';

describe('a file of a snapshot', () => {
  it('comes back as it was written, and replaces what was there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-snapshots-'));
    const files = createSnapshotFiles(folder);
    await files.write(3, 'leaves.bin', [Uint8Array.of(9)]);
    await files.write(3, 'leaves.bin', [Uint8Array.of(1, 2), Uint8Array.of(3)]);
    expect([...(await readAll(files.read(3, 'leaves.bin')))]).toEqual([1, 2, 3]);
    expect([...(await readAll(files.read(3, 'leaves.bin', { start: 1, end: 3 })))]).toEqual([2, 3]);
    expect([...(await readAll(files.read(3, 'leaves.bin', { start: 2, end: 99 })))]).toEqual([3]);
    expect(readdirSync(join(folder, 'snapshots', '3'))).toEqual(['leaves.bin']);
    expect(() => files.read(4, 'leaves.bin')).toThrow('Nothing was found here');
    rmSync(folder, { recursive: true });
  });

  it('has all bytes that it was given, also when the system takes a part of them at a time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-snapshots-'));
    await using probe = await open(join(folder, 'probe'), 'w');
    // All files have one prototype. A disk that fills takes a part and names its length.
    const prototype: typeof probe = Object.getPrototypeOf(probe);
    const { write } = prototype;
    const takePart = vi.spyOn(prototype, 'write').mockImplementation(function (
      this: unknown,
      bytes: unknown,
    ) {
      return Reflect.apply(write, this, [Uint8Array.from(bytes as Uint8Array).subarray(0, 1)]);
    });
    try {
      const files = createSnapshotFiles(folder);
      await files.write(3, 'leaves.bin', [Uint8Array.of(1, 2, 3)]);
      expect([...(await readAll(files.read(3, 'leaves.bin')))]).toEqual([1, 2, 3]);
    } finally {
      takePart.mockRestore();
      rmSync(folder, { recursive: true });
    }
  });

  it('is written into its own draft, and all files of a draft get their number at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-snapshots-'));
    const files = createSnapshotFiles(folder);
    await files.write(3, 'leaves.bin', [Uint8Array.of(9)]);
    await files.write(YOUNG, 'manifest.bin', [Uint8Array.of(1)]);
    await files.write(MINE, 'manifest.bin', [Uint8Array.of(2)]);
    expect(() => files.read(3, 'manifest.bin')).toThrow('Nothing was found here');
    await files.publish(YOUNG, 3);
    expect([...(await readAll(files.read(3, 'manifest.bin')))]).toEqual([1]);
    expect(readdirSync(join(folder, 'snapshots', '3'))).toEqual(['manifest.bin']);
    await files.discard(MINE);
    expect(readdirSync(join(folder, 'snapshots'))).toEqual(['3']);
    rmSync(folder, { recursive: true });
  });

  it('is removed a day later when a crash left its draft', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-snapshots-'));
    const files = createSnapshotFiles(folder);
    for (const draft of [OLD, YOUNG] as const) await files.write(draft, 'manifest.bin', [Uint8Array.of(1)]);
    const twoDaysAgo = (Date.now() - 2 * DAY_MS) / SECOND_MS;
    utimesSync(join(folder, 'snapshots', OLD), twoDaysAgo, twoDaysAgo);
    await files.discard(MINE);
    expect(readdirSync(join(folder, 'snapshots'))).toEqual([YOUNG]);
    rmSync(folder, { recursive: true });
  });

  it('leaves no half of itself under its name when writing fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-snapshots-'));
    const files = createSnapshotFiles(folder);
    function* failing(): Generator<Uint8Array> {
      yield Uint8Array.of(1);
      throw new Error('the disk is full');
    }
    await expect(files.write(0, 'leaves.bin', failing())).rejects.toThrow('the disk is full');
    expect(() => files.read(0, 'leaves.bin')).toThrow('Nothing was found here');
    rmSync(folder, { recursive: true });
  });
});
