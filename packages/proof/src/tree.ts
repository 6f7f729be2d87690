// The Merkle sum tree of the proof of liabilities: every node commits to both children's digests and sums apart, so that no sum can be
// told in two ways.
import { equalBytes, FormatError } from './bytes.ts';
import { createPaddedMessage, sha256, writePaddedDigest } from './hash.ts';
import { DIGEST_BYTES, decodeNode, encodeNode, NODE_BYTES, type Sums, type TreeNode } from './leaf.ts';

const NODE_DOMAIN = 0x01;
const EMPTY_DOMAIN = 0x02;
const WORD_BYTES = 4;
const WORD = 2 ** 32;

/** Sibling of the last node of a level that has an odd number of them. */
export const EMPTY: TreeNode = { digest: sha256(Uint8Array.of(EMPTY_DOMAIN)), usdt: 0n, trx: 0n };

/** Places of two children in the input of their parent's hash. */
const LEFT = 1;
const RIGHT = LEFT + NODE_BYTES;

/** Input of the hash of a parent: the domain, then both children as in the leaf file. */
function createPair(): DataView {
  const pair = createPaddedMessage(RIGHT + NODE_BYTES);
  pair.setUint8(0, NODE_DOMAIN);
  return pair;
}

/** Copies an encoded node, a word at a time: for so few bytes that is faster than a view of each. */
function copyNode(source: DataView, from: number, target: DataView, at: number): void {
  for (let byte = 0; byte < NODE_BYTES; byte += WORD_BYTES)
    target.setUint32(at + byte, source.getUint32(from + byte));
}

/**
 * Writes the parent of both children of a pair.
 *
 * @throws FormatError when a sum does not fit 64 bits: it is refused, never wrapped.
 */
function writeParent(pair: DataView, target: DataView, at: number): void {
  addU64(pair, DIGEST_BYTES, target, at);
  addU64(pair, DIGEST_BYTES + 2 * WORD_BYTES, target, at);
  writePaddedDigest(pair, target, at);
}

/** Adds a sum of both children in two halves: numbers, because a bigint for each of millions takes longer than the hash. */
function addU64(pair: DataView, field: number, target: DataView, at: number): void {
  const low = pair.getUint32(LEFT + field + WORD_BYTES) + pair.getUint32(RIGHT + field + WORD_BYTES);
  const carry = low < WORD ? 0 : 1;
  const high = pair.getUint32(LEFT + field) + pair.getUint32(RIGHT + field) + carry;
  if (high >= WORD) throw new FormatError('A sum of the tree does not fit 64 bits.');
  target.setUint32(at + field, high);
  target.setUint32(at + field + WORD_BYTES, low - carry * WORD);
}

const getView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const joined = createPair();

/** @throws FormatError when a sum does not fit 64 bits. */
export function joinNodes(left: TreeNode, right: TreeNode): TreeNode {
  copyNode(getView(encodeNode(left)), 0, joined, LEFT);
  copyNode(getView(encodeNode(right)), 0, joined, RIGHT);
  const parent = new Uint8Array(NODE_BYTES);
  writeParent(joined, getView(parent), 0);
  return decodeNode(parent);
}

/** Level of a tree that grows: the left child waits for the right one in the input of their parent's hash. */
interface Level {
  readonly pair: DataView;
  isWaiting: boolean;
}

/** Builds the tree from its leaves in order and keeps one node per level: memory does not grow with the leaves. */
export class TreeBuilder {
  readonly #levels: Level[] = [];
  #leafCount = 0;

  get leafCount(): number {
    return this.#leafCount;
  }

  push(leaf: TreeNode): void {
    this.pushEncoded(getView(encodeNode(leaf)), 0);
  }

  /**
   * Adds a leaf as it stands in the leaf file.
   *
   * @throws FormatError when a sum does not fit 64 bits. The tree is of no use then.
   */
  pushEncoded(file: DataView, at: number): void {
    this.#leafCount += 1;
    let depth = 0;
    let { pair, isWaiting } = this.#levelAt(depth);
    copyNode(file, at, pair, isWaiting ? RIGHT : LEFT);
    while (isWaiting) {
      this.#levelAt(depth).isWaiting = false;
      depth += 1;
      const above = this.#levelAt(depth);
      writeParent(pair, above.pair, above.isWaiting ? RIGHT : LEFT);
      ({ pair, isWaiting } = above);
    }
    this.#levelAt(depth).isWaiting = true;
  }

  /** The root over all leaves. The shape follows from their number alone; none at all have the empty node. */
  finish(): TreeNode {
    let carried: TreeNode | undefined;
    for (const [depth, { pair, isWaiting }] of this.#levels.entries()) {
      const waiting = isWaiting
        ? decodeNode(new Uint8Array(pair.buffer.slice(LEFT, LEFT + NODE_BYTES)))
        : undefined;
      const isTop = depth === this.#levels.length - 1;
      if (waiting !== undefined && carried !== undefined) carried = joinNodes(waiting, carried);
      else if (waiting !== undefined) carried = isTop ? waiting : joinNodes(waiting, EMPTY);
      else if (carried !== undefined) carried = joinNodes(carried, EMPTY);
    }
    return carried ?? EMPTY;
  }

  #levelAt(depth: number): Level {
    const level = this.#levels[depth] ?? { pair: createPair(), isWaiting: false };
    this.#levels[depth] = level;
    return level;
  }
}

/** The nodes beside the way from a leaf to the root, lowest first. */
export type TreePath = readonly TreeNode[];

/** Number of levels between the leaves and the root. */
export function computeDepth(leafCount: number): number {
  return leafCount <= 1 ? 0 : Math.ceil(Math.log2(leafCount));
}

/**
 * Returns true when a leaf at a position is in the tree of a root. Every sum on the way is recomputed.
 *
 * @throws FormatError when the position or the length of the path do not belong to a tree of so many leaves.
 */
export function isInTree(
  leaf: TreeNode,
  place: { position: number; leafCount: number; path: TreePath; root: TreeNode },
): boolean {
  const { position, leafCount, path, root } = place;
  if (position < 0 || position >= leafCount) throw new FormatError(`There is no leaf ${position}.`);
  if (path.length !== computeDepth(leafCount))
    throw new FormatError(
      `A path of ${leafCount} leaves has ${computeDepth(leafCount)} steps, not ${path.length}.`,
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
export function findPaths(leaves: readonly TreeNode[], positions: readonly number[]): TreePath[] {
  const paths: TreeNode[][] = positions.map(() => []);
  let level: readonly TreeNode[] = leaves;
  for (let depth = 0; level.length > 1; depth += 1) {
    const at = (index: number): TreeNode => level[index] ?? EMPTY;
    for (const [which, position] of positions.entries()) paths[which]?.push(at((position >> depth) ^ 1));
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) =>
      joinNodes(at(2 * index), at(2 * index + 1)),
    );
  }
  return paths;
}
