import { PoolError, type UserId } from '@glasspool/core';
import {
  decodeManifest,
  decodeNode,
  findPaths,
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
  const leaves = await readLeaves(deps, snapshotNumber, decodeManifest(manifest).leafCount);
  const paths = findPaths(leaves, positions);
  return {
    snapshotNumber,
    manifest,
    nonce: nonceOf(deps, userId),
    email: row.email,
    usdt: row.usdtMicro,
    trx: row.trxMicro,
    signature: fromHex(row.signature),
    leaves: positions.flatMap((position, index) => {
      const [leaf, path] = [leaves[position], paths[index]];
      return leaf === undefined || path === undefined ? [] : [{ position, leaf, path }];
    }),
    anchorTxHash: row.anchorTxHash,
  };
}

async function readLeaves(
  { snapshots }: Pick<PoolDeps, 'snapshots'>,
  snapshotNumber: number,
  leafCount: number,
): Promise<TreeNode[]> {
  const file = await readAll(snapshots.read(snapshotNumber, 'leaves.bin'));
  return Array.from({ length: leafCount }, (_, index) =>
    decodeNode(file.subarray(index * NODE_BYTES, (index + 1) * NODE_BYTES)),
  );
}
