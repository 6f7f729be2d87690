// Goal: of many digests those are found that begin alike, however many were expected, and no others.
import { describe, expect, it } from 'vitest';
import { PrefixList, readPrefix } from './prefix-list.ts';

function findRepeated(prefixes: readonly number[], expected: number): number[] {
  const list = new PrefixList(expected);
  for (const prefix of prefixes) list.push(prefix);
  return [...list.findRepeated()];
}

describe('a prefix', () => {
  it('is the first six bytes, each of which tells', () => {
    const file = new Uint8Array(16).fill(0xff);
    file.set([1, 2, 3, 4, 5, 6], 5);
    expect(readPrefix(new DataView(file.buffer), 5)).toBe(0x01_02_03_04_05_06);
    expect(readPrefix(new DataView(file.buffer), 0)).toBe(0xff_ff_ff_ff_ff_01);
  });
});

describe('the list of prefixes', () => {
  it.each([0, 1, 4, 100, 10_000_000])(
    'finds what is there twice or more, where %d were expected',
    (expected) => {
      expect(findRepeated([5, 2 ** 47, 3, 5, 9, 2 ** 47, 5], expected).toSorted((a, b) => a - b)).toEqual([
        5,
        2 ** 47,
      ]);
      expect(findRepeated([5, 0, 3], expected)).toEqual([]);
      expect(findRepeated([0, 7, 0], expected)).toEqual([0]);
      expect(findRepeated([], expected)).toEqual([]);
    },
  );
});
