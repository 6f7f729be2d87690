// The Merkle sum tree: every node commits to both children's digests and sums apart, so that no sum can be told in two ways.
import { equalBytes, FormatError } from './bytes.ts';
import { type Sha256, sha256 } from './hash.ts';
import { addSums, NODE_BYTES, type Sums, type TreeNode, writeNode } from './leaf.ts';

const NODE_DOMAIN = 0x01;
const EMPTY_DOMAIN = 0x02;

/** What stands beside the last node of a level that has an odd number of them. */
export const EMPTY: TreeNode = { digest: sha256(Uint8Array.of(EMPTY_DOMAIN)), usdt: 0n, trx: 0n };

/** What is hashed for a node, filled anew for each. */
const joined = new Uint8Array(1 + 2 * NODE_BYTES);
joined[0] = NODE_DOMAIN;
const joinedView = new DataView(joined.buffer);

/** @throws FormatError when a sum does not fit 64 bits. */
export function joinNodes(left: TreeNode, right: TreeNode, hash: Sha256 = sha256): TreeNode {
  writeNode(joined, 1, left, joinedView);
  writeNode(joined, 1 + NODE_BYTES, right, joinedView);
  const { usdt, trx } = addSums(left, right);
  return { digest: hash(joined), usdt, trx };
}

/** Builds the tree from its leaves in order and keeps one node a level: memory does not grow with the leaves. */
export class TreeBuilder {
  readonly #hash: Sha256;
  readonly #waiting: (TreeNode | undefined)[] = [];
  #leafCount = 0;

  constructor(hash: Sha256 = sha256) {
    this.#hash = hash;
  }

  get leafCount(): number {
    return this.#leafCount;
  }

  push(leaf: TreeNode): void {
    this.#leafCount += 1;
    this.#add(leaf, 0);
  }

  /** The root over all leaves. The shape follows from their number alone; none at all have the empty node. */
  finish(): TreeNode {
    let carried: TreeNode | undefined;
    for (let level = 0; level < this.#waiting.length; level += 1) {
      const waiting = this.#waiting[level];
      const isTop = level === this.#waiting.length - 1;
      if (waiting !== undefined && carried !== undefined) carried = joinNodes(waiting, carried, this.#hash);
      else if (waiting !== undefined) carried = isTop ? waiting : joinNodes(waiting, EMPTY, this.#hash);
      else if (carried !== undefined) carried = joinNodes(carried, EMPTY, this.#hash);
    }
    return carried ?? EMPTY;
  }

  #add(node: TreeNode, level: number): void {
    const waiting = this.#waiting[level];
    if (waiting === undefined) {
      this.#waiting[level] = node;
      return;
    }
    this.#waiting[level] = undefined;
    this.#add(joinNodes(waiting, node, this.#hash), level + 1);
  }
}

/** The nodes beside the way from a leaf to the root, lowest first. */
export type TreePath = readonly TreeNode[];

/** How many levels lie between the leaves and the root. */
export function depthOf(leafCount: number): number {
  return leafCount <= 1 ? 0 : Math.ceil(Math.log2(leafCount));
}

/**
 * Whether a leaf at a position is in the tree of a root. Every sum on the way is added anew.
 *
 * @throws FormatError when the position or the length of the path do not belong to a tree of so many leaves.
 */
export function isInTree(
  leaf: TreeNode,
  place: { position: number; leafCount: number; path: TreePath; root: TreeNode },
): boolean {
  const { position, leafCount, path, root } = place;
  if (position < 0 || position >= leafCount) throw new FormatError(`There is no leaf ${position}.`);
  if (path.length !== depthOf(leafCount))
    throw new FormatError(
      `A path of ${leafCount} leaves has ${depthOf(leafCount)} steps, not ${path.length}.`,
    );
  let node = leaf;
  for (const [level, sibling] of path.entries())
    node = (position >> level) % 2 === 0 ? joinNodes(node, sibling) : joinNodes(sibling, node);
  return equalNodes(node, root);
}

export function equalNodes(one: TreeNode, other: TreeNode): boolean {
  return equalBytes(one.digest, other.digest) && equalSums(one, other);
}

export function equalSums(one: Sums, other: Sums): boolean {
  return one.usdt === other.usdt && one.trx === other.trx;
}

/** The paths of some leaves, in one pass over all of them. */
export function findPaths(
  leaves: readonly TreeNode[],
  positions: readonly number[],
  hash: Sha256 = sha256,
): TreePath[] {
  const paths: TreeNode[][] = positions.map(() => []);
  let level: readonly TreeNode[] = leaves;
  for (let depth = 0; level.length > 1; depth += 1) {
    const at = (index: number): TreeNode => level[index] ?? EMPTY;
    for (const [which, position] of positions.entries()) paths[which]?.push(at((position >> depth) ^ 1));
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) =>
      joinNodes(at(2 * index), at(2 * index + 1), hash),
    );
  }
  return paths;
}
