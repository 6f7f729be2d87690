import { type TreeNode, toHex } from '@glasspool/core/solvency';
import {
  findAnchor as findInPool,
  getUserProof as getFromPool,
  listSnapshots as listFromPool,
  requestSnapshot as requestFromPool,
} from '@glasspool/pool';
import { NoInput } from '../common.contract.ts';
import { adminProcedure, protectedProcedure, publicProcedure } from '../trpc.ts';
import {
  FindAnchorInput,
  FindAnchorOutput,
  GetUserProofInput,
  GetUserProofOutput,
  ListSnapshotsInput,
  ListSnapshotsOutput,
  RequestSnapshotOutput,
} from './snapshots.contract.ts';

/** Every snapshot of what is owed and held, newest first. Anyone. */
export const listSnapshots = publicProcedure
  .meta({
    openapi: { method: 'GET', path: '/transparency/snapshots', summary: 'Every snapshot of the books' },
  })
  .input(ListSnapshotsInput)
  .output(ListSnapshotsOutput)
  .query(async ({ ctx, input }) => {
    const { snapshots, total } = await listFromPool(ctx.deps, input);
    const data = snapshots.map(
      ({ number, reason, cutOffAt, leafCount, journalLength, manifestDigest, anchorTxHash }) => ({
        number,
        reason,
        cutOffAt,
        leaves: leafCount,
        entries: journalLength,
        manifestDigest,
        anchorTxHash,
      }),
    );
    return { data, meta: { ...input, total } };
  });

/** A user's receipt, nonce, leaves and paths in a snapshot. Users, their own. Errors: NOT_FOUND. */
export const getUserProof = protectedProcedure
  .input(GetUserProofInput)
  .output(GetUserProofOutput)
  .query(async ({ ctx, input }) => {
    const { userId } = ctx.actor;
    const proof = await getFromPool(ctx.deps, { userId, ...input });
    return {
      ...proof,
      manifest: toHex(proof.manifest),
      nonce: toHex(proof.nonce),
      signature: toHex(proof.signature),
      leaves: proof.leaves.map(({ position, leaf, path }) => ({
        position,
        leaf: presentNode(leaf),
        path: path.map(presentNode),
      })),
    };
  });

/** What the pool's own node says of the transaction that anchors a snapshot. Anyone. Errors: NOT_FOUND, UNAVAILABLE. */
export const findAnchor = publicProcedure
  .input(FindAnchorInput)
  .output(FindAnchorOutput)
  .query(async ({ ctx, input }) => ({ anchor: await findInPool(ctx.deps, input.snapshotNumber) }));

/** Takes a snapshot now. Admins. Errors: SNAPSHOT_TOO_SOON. */
export const requestSnapshot = adminProcedure
  .input(NoInput)
  .output(RequestSnapshotOutput)
  .mutation(async ({ ctx }) => ({ number: await requestFromPool(ctx.deps, ctx.admin) }));

function presentNode({ digest, usdt, trx }: TreeNode) {
  return { digest: toHex(digest), usdt, trx };
}
