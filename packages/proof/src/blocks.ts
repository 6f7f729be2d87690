// Paths of a large tree without the whole tree: the leaves in blocks, each with its root kept.
import type { TreeNode } from './leaf.ts';
import { computeDepth, EMPTY, findPaths, joinNodes, type TreeBuilder, type TreePath } from './tree.ts';

const BLOCK_LEVELS = 10;
/** So many leaves make a block: reading one and the roots of the others is all that a path takes. */
export const BLOCK_LEAVES = 2 ** BLOCK_LEVELS;

/** The root of a block whose leaves are in a tree of their own, of the last one that has fewer too: at the level at which blocks meet. */
export function blockRoot(block: TreeBuilder): TreeNode {
  let root = block.finish();
  for (let level = computeDepth(block.leafCount); level < BLOCK_LEVELS; level += 1)
    root = joinNodes(root, EMPTY);
  return root;
}

/** The path of a leaf, from the leaves of its own block and the roots of all. A tree of one block needs no roots. */
export function findPathInBlocks(request: {
  position: number;
  leafCount: number;
  block: readonly TreeNode[];
  roots: readonly TreeNode[];
}): TreePath {
  const { position, leafCount, block, roots } = request;
  if (leafCount <= BLOCK_LEAVES) return findPaths(block, [position])[0] ?? [];
  const within = position % BLOCK_LEAVES;
  const lower = computeLevels(block)
    .slice(0, BLOCK_LEVELS)
    .map((level, depth) => level[(within >> depth) ^ 1] ?? EMPTY);
  const upper = findPaths(roots, [Math.floor(position / BLOCK_LEAVES)])[0] ?? [];
  return [...lower, ...upper];
}

function computeLevels(leaves: readonly TreeNode[]): TreeNode[][] {
  const levels: TreeNode[][] = [[...leaves]];
  for (let depth = 0; depth < BLOCK_LEVELS; depth += 1) {
    const level = levels.at(-1) ?? [];
    const at = (index: number): TreeNode => level[index] ?? EMPTY;
    levels.push(
      Array.from({ length: Math.ceil(level.length / 2) }, (_, index) =>
        joinNodes(at(2 * index), at(2 * index + 1)),
      ),
    );
  }
  return levels;
}
