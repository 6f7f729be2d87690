import { Readable } from 'node:stream';
import { PoolError } from '@glasspool/core';
import type { SnapshotStore, StoredFile } from '../deps.ts';

/** Keeps the files of snapshots in memory; a test may change them, as a dishonest operator would. */
export class MemorySnapshots implements SnapshotStore {
  readonly #files = new Map<string, Uint8Array>();

  async write(
    snapshotNumber: number,
    name: StoredFile,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    this.#files.set(`${snapshotNumber}/${name}`, Buffer.concat(parts));
  }

  read(
    snapshotNumber: number,
    name: StoredFile,
    range: { start: number; end: number } = { start: 0, end: Number.POSITIVE_INFINITY },
  ): AsyncIterable<Uint8Array> {
    const file = this.#files.get(`${snapshotNumber}/${name}`);
    // At once, as the files on disk do.
    if (file === undefined) throw new PoolError('NOT_FOUND');
    return Readable.from([file.subarray(range.start, range.end)], { objectMode: false });
  }
}
