import type { SnapshotStore, StoredFile } from '../deps.ts';

/** Keeps the files of snapshots in memory; a test may change them, as a dishonest operator would. */
export class MemorySnapshots implements SnapshotStore {
  readonly #files = new Map<string, Uint8Array>();

  async write(snapshotNumber: number, name: StoredFile, chunks: Iterable<Uint8Array>): Promise<void> {
    this.#files.set(`${snapshotNumber}/${name}`, Buffer.concat([...chunks]));
  }

  async *read(
    snapshotNumber: number,
    name: StoredFile,
    range: { start: number; end: number } = { start: 0, end: Number.POSITIVE_INFINITY },
  ): AsyncGenerator<Uint8Array> {
    const file = this.#files.get(`${snapshotNumber}/${name}`);
    if (file === undefined) throw new Error(`There is no ${name} of snapshot ${snapshotNumber}.`);
    yield file.subarray(range.start, range.end);
  }
}
