// Goal: a proof is read in every form that a trie has, short nodes that stand in their parents among them, and refused with the reason in any other.
// Method: tries of a few nodes, written by hand (Yellow Paper, appendix D).
import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import { readFromTrie, toBytes } from './state-trie.ts';

const KEY = Uint8Array.of(7);
const PATH = [...keccak_256(KEY)].flatMap((byte) => [byte >> 4, byte & 0x0f]);
const [LEAF, EXTENSION] = [2, 0] as const;
const LONG = new Uint8Array(40).fill(9);

type Item = Uint8Array | Item[];

/** Nibbles of a path with what kind of node they lead to. */
function compact(nibbles: readonly number[], kind: number): Uint8Array {
  const all = nibbles.length % 2 === 1 ? [kind + 1, ...nibbles] : [kind, 0, ...nibbles];
  return Uint8Array.from(
    { length: all.length / 2 },
    (_, at) => 16 * (all[2 * at] ?? 0) + (all[2 * at + 1] ?? 0),
  );
}

/** A branch with one item under a nibble. */
function branch(nibble: number, item: Item): Item[] {
  return Array.from({ length: 17 }, (_, index) => (index === nibble ? item : new Uint8Array()));
}

const encode = (node: Item): Uint8Array => RLP.encode(node);
const read = (root: Item, ...others: readonly Item[]) =>
  readFromTrie(keccak_256(encode(root)), KEY, [root, ...others].map(encode));

describe('a proof of a trie', () => {
  it('leads through a leaf at once, of a whole path and no part of one', () => {
    expect(read([compact(PATH, LEAF), LONG])).toEqual(LONG);
    expect(read([compact(PATH.slice(0, 10), LEAF), LONG])).toBeUndefined();
    expect(read([compact([(PATH[0] ?? 0) ^ 1, ...PATH.slice(1)], LEAF), LONG])).toBeUndefined();
  });

  it('leads through nodes that stand in their parents, which a node may list once more', () => {
    const leaf = [compact(PATH.slice(63), LEAF), Uint8Array.of(5)];
    const inner = branch(PATH[62] ?? 0, leaf);
    const root = [compact(PATH.slice(0, 62), EXTENSION), inner];
    expect(read(root)).toEqual(Uint8Array.of(5));
    expect(read(root, inner)).toEqual(Uint8Array.of(5));
    expect(read(root, inner, leaf)).toEqual(Uint8Array.of(5));
  });

  it('goes on by a hash after a node that stands in its parent, listed once more or not', () => {
    const leaf = [compact(PATH.slice(63), LEAF), LONG];
    const inner = branch(PATH[62] ?? 0, keccak_256(encode(leaf)));
    const short = [compact(PATH.slice(60, 62), EXTENSION), keccak_256(encode(inner))];
    const root = [compact(PATH.slice(0, 60), EXTENSION), short];
    expect(read(root, inner, leaf)).toEqual(LONG);
    expect(read(root, short, inner, leaf)).toEqual(LONG);
    expect(() => read(root, short, leaf)).toThrow(
      'A node of the proof is not the one that its parent names.',
    );
    expect(() => read(root, short, inner)).toThrow('The proof ends before its value.');
  });

  it('shows that nothing is there by an empty place', () => {
    expect(read(branch((PATH[0] ?? 0) ^ 1, LONG))).toBeUndefined();
  });

  it.each<[string, Item, string]>([
    ['a node that is no list', LONG, 'A node of the proof has another form.'],
    ['a node of three items', [LONG, LONG, LONG], 'A node of the proof has another form.'],
    ['a list for a path', [[LONG], LONG], 'A list stands where bytes belong.'],
    ['a list for a value', [compact(PATH, LEAF), [LONG]], 'A list stands where bytes belong.'],
    [
      'a short node of another form',
      branch(PATH[0] ?? 0, [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)]),
      'A node of the proof has another form.',
    ],
    [
      'a hash of another length',
      branch(PATH[0] ?? 0, new Uint8Array(31).fill(1)),
      'The proof ends before its value.',
    ],
  ])('is refused with %s', (_what, root, message) => {
    expect(() => read(root)).toThrow(message);
  });

  it('ends with its key', () => {
    const after = branch(3, LONG);
    const root = [compact(PATH, EXTENSION), keccak_256(encode(after))];
    expect(() => read(root, after)).toThrow('The proof goes on after the key has ended.');
  });

  it('is RLP', () => {
    const bytes = Uint8Array.of(0xb8);
    expect(() => readFromTrie(keccak_256(bytes), KEY, [bytes])).toThrow('The bytes are not RLP.');
    expect(toBytes(LONG)).toBe(LONG);
  });
});
