// Goal: the journal's log is that of RFC 6962: published vectors, and every proof of every size up to 40.
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from './bytes.ts';
import {
  computeLogRoot,
  computeRoots,
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
  LOG_BLOCK_ROWS,
  LogBuilder,
  logLeaf,
  logRoot,
} from './log.ts';

/** The rows and roots of the tests of Certificate Transparency. */
const ROWS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const SIZE_MAX = 40;

describe('the log', () => {
  it('has the published roots', () => {
    const builder = new LogBuilder();
    const found = ROWS.map((row) => {
      builder.push(fromHex(row));
      return toHex(builder.root());
    });
    expect(found).toEqual(ROOTS);
    expect(toHex(new LogBuilder().root())).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('goes on from its peaks', () => {
    const whole = new LogBuilder();
    let resumed = new LogBuilder();
    for (let row = 0; row < SIZE_MAX; row += 1) {
      whole.push(Uint8Array.of(row));
      resumed = LogBuilder.from(resumed.peaks);
      resumed.push(Uint8Array.of(row));
      expect(toHex(resumed.root())).toBe(toHex(whole.root()));
    }
    expect(resumed.length).toBe(SIZE_MAX);
  });

  it('proves every row of every size, and no other', () => {
    const all = Array.from({ length: SIZE_MAX }, (_, index) => logLeaf(Uint8Array.of(index)));
    for (let length = 1; length <= SIZE_MAX; length += 1) {
      const leaves = all.slice(0, length);
      const root = logRoot(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const proof = inclusionProof(index, length, computeRoots(leaves));
        expect(isIncluded(leaf, { index, length, proof, root })).toBe(true);
        expect(isIncluded(logLeaf(Uint8Array.of(99)), { index, length, proof, root })).toBe(false);
        expect(isIncluded(leaf, { index: index + 1, length, proof, root })).toBe(false);
        if (proof.length > 0)
          expect(isIncluded(leaf, { index, length, proof: proof.slice(1), root })).toBe(false);
        // Right after the true proof, of which nothing may be left over.
        const cut = proof.map((sibling) => sibling.slice(1));
        if (length > 1) expect(isIncluded(leaf, { index, length, proof: cut, root })).toBe(false);
      }
    }
  });

  it('proves that it only grew, between every two sizes, and that a changed row is not growth', () => {
    const all = Array.from({ length: SIZE_MAX }, (_, index) => logLeaf(Uint8Array.of(index)));
    for (let length = 1; length <= SIZE_MAX; length += 1) {
      const leaves = all.slice(0, length);
      const newer = { length, root: logRoot(leaves) };
      for (let old = 0; old <= length; old += 1) {
        const older = { length: old, root: logRoot(leaves.slice(0, old)) };
        const proof = consistencyProof(old, length, computeRoots(leaves));
        expect(isConsistent(older, newer, proof)).toBe(true);
        if (old === 0) continue;
        const changed = [...leaves.slice(0, old - 1), logLeaf(Uint8Array.of(99))];
        expect(isConsistent({ length: old, root: logRoot(changed) }, newer, proof)).toBe(false);
        if (proof.length > 0) expect(isConsistent(older, newer, proof.slice(1))).toBe(false);
      }
    }
  });

  it('is not proved by a sibling that lacks a byte which an earlier call left behind', () => {
    const leaves = [1, 2].map((row) => logLeaf(Uint8Array.of(row)));
    const place = { length: 2, root: logRoot(leaves) };
    for (const [index, leaf] of leaves.entries()) {
      const [sibling] = inclusionProof(index, 2, computeRoots(leaves));
      if (sibling === undefined) throw new Error('A log of two rows has siblings.');
      for (const proof of [[sibling.slice(0, -1)], [Uint8Array.of(...sibling, 0)]]) {
        expect(isIncluded(leaf, { index, ...place, proof: [sibling] })).toBe(true);
        expect(isIncluded(leaf, { index, ...place, proof })).toBe(false);
      }
    }
  });

  it('has the length of its root: a proof of a shorter or a longer one is refused', () => {
    const leaves = Array.from({ length: 8 }, (_, index) => logLeaf(Uint8Array.of(index)));
    const rootOf = (length: number) => logRoot(leaves.slice(0, length));
    const [leaf = new Uint8Array(), sibling = new Uint8Array()] = leaves;
    expect(isIncluded(leaf, { index: 0, length: 4, proof: [sibling], root: rootOf(2) })).toBe(false);
    expect(isIncluded(leaf, { index: -1, length: 1, proof: [], root: rootOf(1) })).toBe(false);
    const grown = consistencyProof(2, 4, computeRoots(leaves.slice(0, 4)));
    const [two, four] = [2, 4].map((length) => ({ length, root: rootOf(length) }));
    if (two === undefined || four === undefined) throw new Error('There are two.');
    expect(isConsistent(two, four, grown)).toBe(true);
    expect(isConsistent(two, { ...four, length: 8 }, grown)).toBe(false);
    expect(isConsistent(two, four, [...grown, sibling])).toBe(false);
    expect(isConsistent(four, two, grown)).toBe(false);
    expect(isConsistent(four, four, [])).toBe(true);
    expect(isConsistent(four, four, [sibling])).toBe(false);
    expect(isConsistent({ length: 3, root: rootOf(3) }, four, [])).toBe(false);
    const none = { length: 0, root: logRoot([]) };
    expect(isConsistent(none, four, [])).toBe(true);
    expect(isConsistent(none, four, [sibling])).toBe(false);
    expect(isConsistent({ ...none, root: sibling }, four, [])).toBe(false);
  });

  it('gives the same proofs from its blocks, with the rows of those alone that are asked for', () => {
    const length = 2 * LOG_BLOCK_ROWS + 700;
    const leaves = Array.from({ length }, (_, index) => logLeaf(Uint8Array.of(index >> 8, index & 0xff)));
    const inBlocks = (known: ReadonlySet<number>) =>
      computeLogRoot(
        (block) => logRoot(leaves.slice(block * LOG_BLOCK_ROWS, (block + 1) * LOG_BLOCK_ROWS)),
        (position) => {
          if (!known.has(Math.floor(position / LOG_BLOCK_ROWS)))
            throw new Error(`Row ${position} was asked for.`);
          return leaves[position] ?? new Uint8Array();
        },
      );
    const whole = computeRoots(leaves);
    for (const index of [0, 1_023, 1_024, 1_500, 2_047, 2_048, length - 1])
      expect(
        inclusionProof(index, length, inBlocks(new Set([Math.floor(index / LOG_BLOCK_ROWS), 2]))),
      ).toEqual(inclusionProof(index, length, whole));
    for (const old of [1, 1_023, 1_024, 1_025, 2_048, 2_500, length])
      expect(
        consistencyProof(old, length, inBlocks(new Set([Math.floor((old - 1) / LOG_BLOCK_ROWS), 2]))),
      ).toEqual(consistencyProof(old, length, whole));
  });
});
