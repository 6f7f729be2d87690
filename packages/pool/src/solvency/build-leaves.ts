import type { Random, UserId } from '@glasspool/core';
import {
  concatBytes,
  createHasher,
  encodeNode,
  leafDigest,
  leafKey,
  type Sha256,
  type Sums,
  shuffle,
  splitBalance,
  TreeBuilder,
  type TreeNode,
} from '@glasspool/core/solvency';
import type { Liability } from './read-liabilities.ts';

/** Leaves are written in pieces of so many. */
const LEAVES_A_CHUNK = 4_096;

export interface LeafFile {
  readonly root: TreeNode;
  readonly leafCount: number;
  readonly digest: Uint8Array;
  /** The leaf file, in pieces. */
  readonly chunks: readonly Uint8Array[];
  /** Where each user's leaves are. */
  readonly positions: ReadonlyMap<UserId, readonly number[]>;
}

interface Part extends Sums {
  readonly owner: number;
}

/**
 * Splits every liability at random, shuffles the parts, blinds each with its owner's key, and adds them up (solvency.md 3). One
 * leaf at a time: what is kept is the file itself and the positions.
 */
export function buildLeaves(
  liabilities: readonly Liability[],
  options: {
    snapshotNumber: number;
    random: Random;
    nonceOf: (userId: UserId) => Uint8Array;
    hash?: Sha256;
  },
): LeafFile {
  const { snapshotNumber, random, nonceOf, hash } = options;
  const parts: Part[] = [];
  for (const [owner, liability] of liabilities.entries())
    for (const part of splitBalance(liability, random)) parts.push({ owner, ...part });
  shuffle(parts, random);
  const keys = liabilities.map(({ userId, email }) =>
    leafKey({ nonce: nonceOf(userId), email, snapshotNumber }, hash),
  );
  const tree = new TreeBuilder(hash);
  const hasher = createHasher();
  const positions = new Map<UserId, number[]>();
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < parts.length; start += LEAVES_A_CHUNK) {
    const lines: Uint8Array[] = [];
    for (const [offset, { owner, usdt, trx }] of parts.slice(start, start + LEAVES_A_CHUNK).entries()) {
      const position = start + offset;
      const [key, liability] = [keys[owner], liabilities[owner]];
      if (key === undefined || liability === undefined) throw new RangeError(`There is no user ${owner}.`);
      const leaf = { digest: leafDigest(key, { usdt, trx, position }, hash), usdt, trx };
      tree.push(leaf);
      lines.push(encodeNode(leaf));
      positions.set(liability.userId, [...(positions.get(liability.userId) ?? []), position]);
    }
    const chunk = concatBytes(lines);
    hasher.update(chunk);
    chunks.push(chunk);
  }
  return { root: tree.finish(), leafCount: tree.leafCount, digest: hasher.digest(), chunks, positions };
}
