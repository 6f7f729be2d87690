import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { isId, PoolError } from '@glasspool/core';
import type { Draft, SnapshotStore, StoredFile } from '../deps.ts';

/** Keeps the files of snapshots in memory. A test may change them, as a dishonest operator would. */
export class MemorySnapshots implements SnapshotStore {
  readonly #files = new Map<string, Uint8Array>();

  /** Copies all files as a backup does: without those of snapshots in the making. */
  copy(): MemorySnapshots {
    const copy = new MemorySnapshots();
    for (const [path, bytes] of this.#files)
      if (!isId('snapshotDraft', dirname(path))) copy.#files.set(path, bytes);
    return copy;
  }

  async write(
    place: number | Draft,
    name: StoredFile,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    this.#files.set(`${place}/${name}`, Buffer.concat(parts));
  }

  async publish(draft: Draft, snapshotNumber: number): Promise<void> {
    const files = this.#take(draft);
    this.#take(snapshotNumber);
    for (const [name, bytes] of files) this.#files.set(`${snapshotNumber}/${name}`, bytes);
  }

  async discard(draft: Draft): Promise<void> {
    this.#take(draft);
  }

  /** Removes the files of a place, and returns them by name. */
  #take(place: number | Draft): [name: string, bytes: Uint8Array][] {
    const prefix = `${place}/`;
    const taken = [...this.#files].filter(([path]) => path.startsWith(prefix));
    for (const [path] of taken) this.#files.delete(path);
    return taken.map(([path, bytes]) => [path.slice(prefix.length), bytes]);
  }

  read(
    snapshotNumber: number,
    name: StoredFile,
    range: { start: number; end: number } = { start: 0, end: Number.POSITIVE_INFINITY },
  ): AsyncIterable<Uint8Array> {
    const file = this.#files.get(`${snapshotNumber}/${name}`);
    // Throws at once, not when the stream is read, as with files on disk.
    if (file === undefined) throw new PoolError('NOT_FOUND');
    return Readable.from([file.subarray(range.start, range.end)], { objectMode: false });
  }
}
