// An append-only Merkle log (RFC 6962, 2.1): its root, and the proofs that a row is in it and that it only grew.
import { concatBytes, equalBytes } from './bytes.ts';
import { type Sha256, sha256 } from './hash.ts';

const LEAF = 0x00;
const NODE = 0x01;
const HASH_BYTES = 32;

export type LogProof = readonly Uint8Array[];

export function logLeaf(row: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(concatBytes([Uint8Array.of(LEAF), row]));
}

/** Overwritten by each call of `logNode`: a large log has millions of nodes, and a fresh array costs half as much as the hash. */
const nodeMessage = new Uint8Array(1 + 2 * HASH_BYTES).fill(NODE, 0, 1);

/** The hash of two subtrees side by side. */
function logNode(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  // A proof from outside may have siblings of another length, which must not leave bytes of an earlier call between them.
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES)
    return hash(concatBytes([Uint8Array.of(NODE), left, right]));
  nodeMessage.set(left, 1);
  nodeMessage.set(right, 1 + HASH_BYTES);
  return hash(nodeMessage);
}

export interface LogPeak {
  readonly size: number;
  readonly digest: Uint8Array;
}

/** Appends rows and keeps one hash for each full subtree. */
export class LogBuilder {
  readonly #hash: Sha256;
  /** Roots of full subtrees, the largest first, with their sizes. */
  readonly #peaks: LogPeak[] = [];
  #length = 0;

  constructor(hash: Sha256 = sha256) {
    this.#hash = hash;
  }

  /** Goes on where another builder was, by its peaks. */
  static from(peaks: readonly LogPeak[], hash: Sha256 = sha256): LogBuilder {
    const builder = new LogBuilder(hash);
    builder.#peaks.push(...peaks);
    builder.#length = peaks.reduce((length, { size }) => length + size, 0);
    return builder;
  }

  /** The roots of the full subtrees, the largest first: all that it takes to go on. */
  get peaks(): readonly LogPeak[] {
    return this.#peaks;
  }

  get length(): number {
    return this.#length;
  }

  push(row: Uint8Array): void {
    this.#length += 1;
    this.#peaks.push({ size: 1, digest: logLeaf(row, this.#hash) });
    for (;;) {
      const [left, right] = this.#peaks.slice(-2);
      if (left === undefined || right === undefined || left.size !== right.size) return;
      this.#peaks.splice(-2, 2, {
        size: left.size + right.size,
        digest: logNode(left.digest, right.digest, this.#hash),
      });
    }
  }

  /** The root now; of no rows the hash of nothing. */
  root(): Uint8Array {
    const [last, ...others] = this.#peaks.toReversed();
    if (last === undefined) return this.#hash(new Uint8Array());
    return others.reduce((right, { digest }) => logNode(digest, right, this.#hash), last.digest);
  }
}

/** The roots within a list of leaf hashes. */
export function computeRoots(leaves: readonly Uint8Array[]): RootOf {
  return (start, end) => logRoot(leaves.slice(start, end));
}

/** The root of a list of leaf hashes (MTH), level by level: the last node of an odd level moves up as it is. */
export function logRoot(leaves: readonly Uint8Array[]): Uint8Array {
  let level = leaves;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (const [index, left] of level.entries()) {
      if (index % 2 === 1) continue;
      const right = level[index + 1];
      above.push(right === undefined ? left : logNode(left, right));
    }
    level = above;
  }
  return level[0] ?? sha256(new Uint8Array());
}

/** The root of the rows from a position to before another: of any that a proof asks for. */
export type RootOf = (start: number, end: number) => Uint8Array;

/** PATH(index, rows): what shows that a row is in the log of a length. */
export function inclusionProof(index: number, length: number, computeRoot: RootOf): LogProof {
  const path: Uint8Array[] = [];
  let [start, end] = [0, length];
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start);
    const isLeft = index < middle;
    path.push(isLeft ? computeRoot(middle, end) : computeRoot(start, middle));
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  return path.reverse();
}

/** Returns true when a row with this leaf hash stands at an index of the log of a root (RFC 9162, 2.1.3.2). */
export function isIncluded(
  leaf: Uint8Array,
  place: { index: number; length: number; proof: LogProof; root: Uint8Array },
): boolean {
  const { index, length, proof, root } = place;
  if (index < 0 || index >= length) return false;
  let [at, last, digest] = [index, length - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      digest = logNode(sibling, digest);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >>> 1, last >>> 1];
    } else digest = logNode(digest, sibling);
    [at, last] = [at >>> 1, last >>> 1];
  }
  return last === 0 && equalBytes(digest, root);
}

/** PROOF(oldLength, rows): what shows that the log only grew from one length to another. */
export function consistencyProof(oldLength: number, length: number, computeRoot: RootOf): LogProof {
  if (oldLength === 0 || oldLength === length) return [];
  const path: Uint8Array[] = [];
  let [start, end] = [0, length];
  while (oldLength !== end) {
    const middle = start + largestPowerBelow(end - start);
    const isLeft = oldLength <= middle;
    path.push(isLeft ? computeRoot(middle, end) : computeRoot(start, middle));
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  // The old log itself is known to who asks.
  if (start !== 0) path.push(computeRoot(start, end));
  return path.reverse();
}

/** Returns true when the log of the newer root is the older one with rows after it (RFC 9162, 2.1.4.2). */
export function isConsistent(
  older: { length: number; root: Uint8Array },
  newer: { length: number; root: Uint8Array },
  proof: LogProof,
): boolean {
  if (older.length > newer.length) return false;
  if (older.length === newer.length) return proof.length === 0 && equalBytes(older.root, newer.root);
  if (older.length === 0) return proof.length === 0 && equalBytes(older.root, logRoot([]));
  const path = isPowerOfTwo(older.length) ? [older.root, ...proof] : [...proof];
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let [at, last] = [older.length - 1, newer.length - 1];
  while (at % 2 === 1) [at, last] = [at >>> 1, last >>> 1];
  let [oldDigest, newDigest] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      oldDigest = logNode(sibling, oldDigest);
      newDigest = logNode(sibling, newDigest);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >>> 1, last >>> 1];
    } else newDigest = logNode(newDigest, sibling);
    [at, last] = [at >>> 1, last >>> 1];
  }
  return last === 0 && equalBytes(oldDigest, older.root) && equalBytes(newDigest, newer.root);
}

/** Split point of a log of a given length: the largest power of two below it. */
function largestPowerBelow(length: number): number {
  let power = 1;
  while (power * 2 < length) power *= 2;
  return power;
}

function isPowerOfTwo(length: number): boolean {
  return Number.isInteger(Math.log2(length));
}

/** So many rows are kept as one hash, from which the proofs of a long log are made. A power of two. */
export const LOG_BLOCK_ROWS = 1_024;

/** The roots of a log of which the blocks are known, and the leaf hashes of those blocks that are asked for row by row. */
export function computeLogRoot(
  blockRoot: (block: number) => Uint8Array,
  leaf: (position: number) => Uint8Array,
): RootOf {
  const computeRoot: RootOf = (start, end) => {
    const length = end - start;
    if (length === LOG_BLOCK_ROWS && start % LOG_BLOCK_ROWS === 0) return blockRoot(start / LOG_BLOCK_ROWS);
    if (length === 1) return leaf(start);
    const middle = start + largestPowerBelow(length);
    return logNode(computeRoot(start, middle), computeRoot(middle, end));
  };
  return computeRoot;
}
