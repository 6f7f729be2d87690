// Goal: the leaf file has the root of all its leaves, whatever their number, and every user's leaves are at the positions that it reports.
// Method: the root is compared with a tree of the leaves that are read back, for numbers of users around the size of a block.

import { SeededRandom } from '@glasspool/core/testing';
import { decodeNode, leafDigest, leafKey, NODE_BYTES, TreeBuilder, toHex } from '@glasspool/proof';
import { describe, expect, it } from 'vitest';
import { LeafFile, type WrittenLeaves } from './build-leaves.ts';

const computeNonce = (): Uint8Array => new Uint8Array(32).fill(5);
const getUser = (index: number) => ({
  // Ids of the right form; nothing reads them here.
  userId: `usr_${index}` as const,
  email: `user${index}@example.org`,
  usdt: BigInt(index % 7) * 1_000_003n,
  trx: BigInt(index + 1),
});

describe('the leaf file', () => {
  it.each([0, 1, 2, 600, 690, 1_400, 3_000])('is the tree of its leaves for %d users', (count) => {
    const users = Array.from({ length: count }, (_, index) => getUser(index));
    const file = new LeafFile({ snapshotNumber: 2, random: new SeededRandom(count), computeNonce });
    for (const user of users) file.add(user);
    let written: WrittenLeaves | undefined;
    const bytes = Buffer.concat([...file.write((result) => (written = result))]);
    const leaves = Array.from({ length: bytes.length / NODE_BYTES }, (_, index) =>
      decodeNode(bytes.subarray(index * NODE_BYTES, (index + 1) * NODE_BYTES)),
    );
    const tree = new TreeBuilder();
    for (const leaf of leaves) tree.push(leaf);
    expect(toHex(written?.root.digest ?? new Uint8Array())).toBe(toHex(tree.finish().digest));
    expect(file.leafCount).toBe(leaves.length);
    const taken = new Set<number>();
    for (const [index, user] of users.entries()) {
      const key = leafKey({ nonce: computeNonce(), email: user.email, snapshotNumber: 2 });
      let sum = 0n;
      for (const position of file.partsOf(index).positions) {
        const leaf = leaves[position];
        if (leaf === undefined) throw new Error(`There is no leaf ${position}.`);
        expect(toHex(leafDigest(key, { ...leaf, position }))).toBe(toHex(leaf.digest));
        sum += leaf.trx;
        taken.add(position);
      }
      expect(sum).toBe(user.trx);
      expect(file.partsOf(index)).toMatchObject({ usdt: user.usdt, trx: user.trx });
      expect(file.userAt(index)).toBe(user.userId);
    }
    expect(taken.size).toBe(leaves.length);
  });
});
