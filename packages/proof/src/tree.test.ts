// Goal: the root is that of every leaf, whatever their number, and no sum can be told in two ways.
// Method: the streaming tree against one that is built level by level, for every size up to 70; each field changed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_LEAVES, blockRoot, findPathInBlocks } from './blocks.ts';
import { toHex } from './bytes.ts';
import { sha256 } from './hash.ts';
import type { TreeNode } from './leaf.ts';
import { computeDepth, EMPTY, equalNodes, findPaths, isInTree, joinNodes, TreeBuilder } from './tree.ts';

const SIZES = Array.from({ length: 70 }, (_, index) => index + 1);
const leafAt = (index: number): TreeNode => ({
  digest: sha256(Uint8Array.of(index)),
  usdt: BigInt(index) * 7n,
  trx: BigInt(index % 3),
});
const getLeaves = (count: number): TreeNode[] => Array.from({ length: count }, (_, index) => leafAt(index));

function getTree(leaves: readonly TreeNode[]): TreeBuilder {
  const builder = new TreeBuilder();
  for (const leaf of leaves) builder.push(leaf);
  return builder;
}

const computeRoot = (leaves: readonly TreeNode[]): TreeNode => getTree(leaves).finish();

/** Level by level, as the format says it. */
function naiveRoot(leaves: readonly TreeNode[]): TreeNode {
  let level = leaves;
  while (level.length > 1)
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) =>
      joinNodes(level[2 * index] ?? EMPTY, level[2 * index + 1] ?? EMPTY),
    );
  return level[0] ?? EMPTY;
}

describe('the tree', () => {
  it.each(SIZES)(
    'is the same streamed and level by level for %d leaves, and every leaf has its path',
    (count) => {
      const leaves = getLeaves(count);
      const root = computeRoot(leaves);
      expect(equalNodes(root, naiveRoot(leaves))).toBe(true);
      const positions = leaves.map((_, index) => index);
      for (const [position, path] of findPaths(leaves, positions).entries()) {
        const place = { position, leafCount: count, path, root };
        expect(isInTree(leafAt(position), place)).toBe(true);
        expect(isInTree({ ...leafAt(position), usdt: leafAt(position).usdt + 1n }, place)).toBe(false);
        if (count > 1)
          expect(isInTree(leafAt(position), { ...place, position: (position + 1) % count })).toBe(false);
      }
    },
  );

  it('is the empty node without leaves, and none and one differ', () => {
    expect(toHex(computeRoot([]).digest)).toBe(toHex(EMPTY.digest));
    expect(computeRoot(getLeaves(1)).digest).toEqual(leafAt(0).digest);
  });

  it('tells no one a smaller total: the sums of both children are hashed apart (Maxwell–Todd)', () => {
    const [left, right] = [leafAt(10), leafAt(20)];
    const root = joinNodes(left, right);
    const lower = { ...right, usdt: right.usdt - 1n };
    // Pitfall: a sum is hashed without its parts (summa#166)
    expect(joinNodes(left, lower).digest).not.toEqual(root.digest);
    const shifted = [
      { ...left, usdt: left.usdt + 1n },
      { ...right, usdt: right.usdt - 1n },
    ] as const;
    expect(joinNodes(...shifted).digest).not.toEqual(root.digest);
  });

  it('refuses sums that overflow or are negative', () => {
    const huge = { ...leafAt(1), usdt: 2n ** 64n - 1n };
    // Pitfall: negative or overflowing leaves
    expect(() => joinNodes(huge, { ...leafAt(2), usdt: 1n })).toThrow('does not fit');
    expect(() => joinNodes({ ...leafAt(1), trx: -1n }, leafAt(2))).toThrow('unsigned');
  });

  it('refuses a path of another length, and a position that there is not', () => {
    const leaves = getLeaves(5);
    const root = computeRoot(leaves);
    const [path = []] = findPaths(leaves, [2]);
    const place = { position: 2, leafCount: 5, path, root };
    expect(() => isInTree(leafAt(2), { ...place, path: path.slice(1) })).toThrow('steps');
    expect(() => isInTree(leafAt(2), { ...place, position: 5 })).toThrow('no leaf');
    expect(() => isInTree(leafAt(2), { ...place, position: -1 })).toThrow('no leaf');
  });

  it('has another root for any other list of leaves', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 20 }),
        (order) => {
          const leaves = order.map(leafAt);
          const swapped = [leaves[1], leaves[0], ...leaves.slice(2)].filter((leaf) => leaf !== undefined);
          const root = toHex(computeRoot(leaves).digest);
          expect(toHex(computeRoot(swapped).digest)).not.toBe(root);
          expect(toHex(computeRoot(leaves.slice(1)).digest)).not.toBe(root);
          expect(toHex(computeRoot([...leaves, EMPTY]).digest) === root).toBe(order.length % 2 === 1);
        },
      ),
    );
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 2],
    [1_500_000, 21],
    [2 ** 21, 21],
    [2 ** 21 + 1, 22],
  ])('has for %d leaves a depth of %d', (leaves, depth) => expect(computeDepth(leaves)).toBe(depth));

  it.each([1, 2, 1_023, 1_024, 1_025, 2_048, 2_049, 3_073, 5_000])(
    'has for %d leaves the same paths from blocks as from all of its leaves',
    (count) => {
      const leaves = Array.from({ length: count }, (_, index) => ({
        digest: sha256(Uint8Array.of(index >> 8, index & 255)),
        usdt: BigInt(index),
        trx: 1n,
      }));
      const getBlock = (index: number) => leaves.slice(index * BLOCK_LEAVES, (index + 1) * BLOCK_LEAVES);
      const roots = Array.from({ length: Math.ceil(count / BLOCK_LEAVES) }, (_, index) =>
        blockRoot(getTree(getBlock(index))),
      );
      const positions = [0, 1, Math.floor(count / 2), count - 2, count - 1].filter(
        (one) => one >= 0 && one < count,
      );
      const expected = findPaths(leaves, positions);
      for (const [index, position] of positions.entries()) {
        const block = getBlock(Math.floor(position / BLOCK_LEAVES));
        expect(findPathInBlocks({ position, leafCount: count, block, roots })).toEqual(expected[index]);
      }
    },
  );
});
