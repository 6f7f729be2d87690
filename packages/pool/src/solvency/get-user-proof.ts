import { PoolError, type UserId } from '@glasspool/core';
import {
  BLOCK_LEAVES,
  decodeManifest,
  decodeNode,
  findPathInBlocks,
  fromHex,
  NODE_BYTES,
  readAll,
  type TreeNode,
  type TreePath,
} from '@glasspool/core/solvency';
import { z } from 'zod';
import type { PoolDeps } from '../deps.ts';
import { nonceOf } from './nonce.ts';

const Positions = z.array(z.number().int().nonnegative());

/** Everything that a user needs to check their own part of a snapshot, without trusting any of it. */
export interface UserProof {
  readonly snapshotNumber: number;
  readonly manifest: Uint8Array;
  readonly nonce: Uint8Array;
  readonly email: string;
  readonly usdt: bigint;
  readonly trx: bigint;
  /** Ed25519, by the key that the manifest names. */
  readonly signature: Uint8Array;
  readonly leaves: readonly { readonly position: number; readonly leaf: TreeNode; readonly path: TreePath }[];
  readonly anchorTxHash: string | null;
}

/**
 * A user's receipt and the paths of their leaves.
 *
 * @throws PoolError NOT_FOUND when the snapshot has nothing of theirs.
 */
export async function getUserProof(
  deps: Pick<PoolDeps, 'db' | 'snapshots' | 'nonceKey'>,
  request: { userId: UserId; snapshotNumber: number },
): Promise<UserProof> {
  const { userId, snapshotNumber } = request;
  const row = await deps.db.read
    .selectFrom('snapshotReceipt')
    .innerJoin('snapshot', 'snapshot.number', 'snapshotReceipt.snapshotNumber')
    .selectAll('snapshotReceipt')
    .select(['snapshot.manifest', 'snapshot.anchorTxHash'])
    .where('snapshotNumber', '=', snapshotNumber)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new PoolError('NOT_FOUND');
  const positions = Positions.parse(JSON.parse(row.positions));
  const manifest = fromHex(row.manifest);
  const { leafCount } = decodeManifest(manifest);
  const roots = leafCount <= BLOCK_LEAVES ? [] : await readNodes(deps, snapshotNumber, 'blocks.bin');
  const leaves = [];
  for (const position of positions) {
    const first = position - (position % BLOCK_LEAVES);
    const block = await readNodes(deps, snapshotNumber, 'leaves.bin', { first, count: BLOCK_LEAVES });
    const leaf = block[position - first];
    if (leaf === undefined) throw new Error(`Snapshot ${snapshotNumber} has no leaf ${position}.`);
    leaves.push({ position, leaf, path: findPathInBlocks({ position, leafCount, block, roots }) });
  }
  return {
    snapshotNumber,
    manifest,
    nonce: nonceOf(deps, userId),
    email: row.email,
    usdt: row.usdtMicro,
    trx: row.trxMicro,
    signature: fromHex(row.signature),
    leaves,
    anchorTxHash: row.anchorTxHash,
  };
}

async function readNodes(
  { snapshots }: Pick<PoolDeps, 'snapshots'>,
  snapshotNumber: number,
  name: 'leaves.bin' | 'blocks.bin',
  part?: { first: number; count: number },
): Promise<TreeNode[]> {
  const range = part && {
    start: part.first * NODE_BYTES,
    end: (part.first + part.count) * NODE_BYTES,
  };
  const bytes = await readAll(snapshots.read(snapshotNumber, name, range));
  return Array.from({ length: bytes.length / NODE_BYTES }, (_, index) =>
    decodeNode(bytes.subarray(index * NODE_BYTES, (index + 1) * NODE_BYTES)),
  );
}
