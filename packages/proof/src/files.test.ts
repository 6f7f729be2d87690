// Goal: a file is the same however a transport cuts it into chunks, and one that ends too soon is refused. Method: every length of chunk.
import { describe, expect, it } from 'vitest';
import { concatBytes } from './bytes.ts';
import { getWholeLeaves, readAll, readRows } from './files.ts';
import { NODE_BYTES } from './leaf.ts';

const CHUNK_BYTES_MAX = 120;
const FILE = Uint8Array.from({ length: 4 * NODE_BYTES }, (_, index) => index);

async function* cut(file: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += length) yield file.slice(at, at + length);
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece.slice());
  return all;
}

const withLength = (row: Uint8Array): Uint8Array => {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, row.length);
  return concatBytes([length, row]);
};

describe('a file', () => {
  it('is put together of its chunks', async () => {
    for (let length = 1; length <= CHUNK_BYTES_MAX; length += 1)
      expect(await readAll(cut(FILE, length))).toEqual(FILE);
    expect(await readAll(cut(new Uint8Array(), 1))).toEqual(new Uint8Array());
  });
});

describe('a file of leaves', () => {
  it('comes in whole leaves', async () => {
    for (let length = 1; length <= CHUNK_BYTES_MAX; length += 1) {
      const pieces = await collect(getWholeLeaves(cut(FILE, length)));
      expect(pieces.every((piece) => piece.length > 0 && piece.length % NODE_BYTES === 0)).toBe(true);
      expect(concatBytes(pieces)).toEqual(FILE);
    }
  });

  it('does not end within a leaf', async () => {
    for (const length of [1, NODE_BYTES, FILE.length])
      await expect(collect(getWholeLeaves(cut(FILE.slice(0, -1), length)))).rejects.toThrow(
        'leaves.bin ends within a leaf.',
      );
  });
});

describe('a journal', () => {
  const rows = [0, 1, 2, 40, 7].map((length) => new Uint8Array(length).fill(length));
  const journal = concatBytes(rows.map(withLength));

  it('comes row by row', async () => {
    for (let length = 1; length <= journal.length; length += 1)
      expect(await collect(readRows(cut(journal, length)))).toEqual(rows);
  });

  it('does not end within an entry, nor within the length of one', async () => {
    for (const end of [1, 3, 4 + 4 + 1 - 1, journal.length - 1])
      await expect(collect(readRows(cut(journal.slice(0, end), 5)))).rejects.toThrow(
        'journal.bin ends within an entry.',
      );
  });

  it('has no entry that is longer than any can be, which would have to be kept', async () => {
    const longest = new Uint8Array(65_536).fill(1);
    expect(await collect(readRows(cut(withLength(longest), 1_000)))).toEqual([longest]);
    const tooLong = withLength(new Uint8Array(65_537)).slice(0, 4);
    await expect(collect(readRows(cut(tooLong, 4)))).rejects.toThrow('An entry of 65537 bytes is too long.');
  });
});
