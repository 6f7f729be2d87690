import { PoolError, type UserId } from '@glasspool/core';
import { listEmails } from '@glasspool/identity/accounts';
import { computeNonce } from '@glasspool/pool/nonce';
import {
  BLOCK_LEAVES,
  decodeManifest,
  decodeNode,
  equalBytes,
  findPathInBlocks,
  fromHex,
  leafDigest,
  leafKey,
  NODE_BYTES,
  readAll,
  receiptMessage,
  type TreeNode,
  type TreePath,
} from '@glasspool/proof';
import type { SolvencyDeps } from './deps.ts';
import { getSnapshot } from './list-snapshots.ts';
import { findReceipt } from './receipts.ts';

/** Data with which a user checks their own part of a snapshot without trusting the pool. */
export interface UserProof {
  readonly snapshotNumber: number;
  readonly manifest: Uint8Array;
  readonly nonce: Uint8Array;
  /** Email that the account had when the snapshot was taken. */
  readonly email: string;
  readonly usdt: bigint;
  readonly trx: bigint;
  /** Ed25519 signature by the key that the manifest names. */
  readonly signature: Uint8Array;
  readonly leaves: readonly { readonly position: number; readonly leaf: TreeNode; readonly path: TreePath }[];
  readonly anchorTxHash: string | null;
}

/**
 * Returns a user's receipt and the paths of their leaves.
 *
 * @throws PoolError NOT_FOUND when the snapshot has no leaves of the user.
 */
export async function getUserProof(
  deps: Pick<SolvencyDeps, 'db' | 'snapshots' | 'nonceKey' | 'statementKey'>,
  request: { userId: UserId; snapshotNumber: number },
): Promise<UserProof> {
  const { userId, snapshotNumber } = request;
  const snapshot = await getSnapshot(deps.db.read, snapshotNumber);
  const receipt = await findReceipt(deps, snapshot, userId);
  if (receipt === undefined) throw new PoolError('NOT_FOUND');
  const { usdt, trx, positions } = receipt;
  const manifest = fromHex(snapshot.manifest);
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
  const nonce = computeNonce(deps, userId);
  const emails = await listEmails(deps.db.read, userId);
  const email = findEmail(leaves, { emails, nonce, snapshotNumber });
  const facts = { snapshotNumber, email, nonce, usdt, trx, manifestDigest: fromHex(snapshot.manifestDigest) };
  return {
    snapshotNumber,
    manifest,
    nonce,
    email,
    usdt,
    trx,
    signature: deps.statementKey.sign(receiptMessage(facts)),
    leaves,
    anchorTxHash: snapshot.anchorTxHash,
  };
}

/** Finds the email for which the leaves were made. The pool signs for no other email: the signature would contradict the leaves. */
function findEmail(
  [first]: UserProof['leaves'],
  { emails, nonce, snapshotNumber }: { emails: readonly string[]; nonce: Uint8Array; snapshotNumber: number },
): string {
  const found = emails.find((email) => {
    if (first === undefined) return false;
    const { position, leaf } = first;
    const key = leafKey({ nonce, email, snapshotNumber });
    return equalBytes(leafDigest(key, { usdt: leaf.usdt, trx: leaf.trx, position }), leaf.digest);
  });
  if (found === undefined)
    throw new Error(`Snapshot ${snapshotNumber} has leaves under an email that the account never had.`);
  return found;
}

async function readNodes(
  { snapshots }: Pick<SolvencyDeps, 'snapshots'>,
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
