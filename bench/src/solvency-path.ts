// Data that a user receives to check their own part of a large snapshot, created from the file as the server does, and checked.
import { openSync, readSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import {
  BLOCK_LEAVES,
  decodeNode,
  findPathInBlocks,
  isInTree,
  NODE_BYTES,
  type TreeNode,
  toHex,
} from '@glasspool/proof';
import type { LeafFile, WrittenLeaves } from '@glasspool/solvency';

export interface PathCost {
  readonly leaves: number;
  /** As JSON, compressed as the server sends it. */
  readonly bytes: number;
  readonly makeMs: number;
  readonly checkMs: number;
}

/** The cost for one user. */
export function measurePath(
  file: string,
  { leaves, written, user }: { leaves: LeafFile; written: WrittenLeaves; user: number },
): PathCost {
  const { leafCount } = leaves;
  const startMs = performance.now();
  const roots = written.blocks.map(decodeNode);
  const parts = leaves.partsOf(user).positions.map((position) => {
    const first = position - (position % BLOCK_LEAVES);
    const block = readNodes(file, first);
    const leaf = block[position - first];
    if (leaf === undefined) throw new Error(`The file has no leaf ${position}.`);
    return { position, leaf, path: findPathInBlocks({ position, leafCount, block, roots }) };
  });
  const madeMs = performance.now();
  for (const { position, leaf, path } of parts)
    if (!isInTree(leaf, { position, leafCount, path, root: written.root }))
      throw new Error('A path does not lead to the root.');
  const checkedMs = performance.now();
  const sent = JSON.stringify(parts, (_key, value: unknown) =>
    value instanceof Uint8Array ? toHex(value) : typeof value === 'bigint' ? String(value) : value,
  );
  return {
    leaves: parts.length,
    bytes: gzipSync(sent).length,
    makeMs: madeMs - startMs,
    checkMs: checkedMs - madeMs,
  };
}

/** The user, of the first thousands, who has the most leaves. */
export function findUserWithMost(leaves: LeafFile, users: number): number {
  let most = 0;
  for (let user = 0; user < Math.min(users, 10_000); user += 1)
    if (leaves.partsOf(user).positions.length > leaves.partsOf(most).positions.length) most = user;
  return most;
}

function readNodes(file: string, first: number): TreeNode[] {
  const bytes = new Uint8Array(BLOCK_LEAVES * NODE_BYTES);
  const length = readSync(openSync(file, 'r'), bytes, 0, bytes.length, first * NODE_BYTES);
  return Array.from({ length: length / NODE_BYTES }, (_, index) =>
    decodeNode(bytes.subarray(index * NODE_BYTES, (index + 1) * NODE_BYTES)),
  );
}
