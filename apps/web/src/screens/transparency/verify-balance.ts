import { fromHex, type OwnCheck, type OwnProof, type TreeNode, verifyOwn } from '@glasspool/core/solvency';
import type { AnchorView, UserProofView } from '../../api/trpc.ts';

/** What this browser found of a user's part of a snapshot. */
export interface OwnReport {
  readonly snapshotNumber: number;
  readonly manifest: Uint8Array;
  readonly usdt: bigint;
  readonly trx: bigint;
  readonly leaves: OwnProof['leaves'];
  readonly checks: readonly OwnCheck[];
  /** The report as it is saved: what was sent, and what was found. */
  readonly text: string;
}

/** Checks what the server sent. The email is the one that the user signed in with, not one that came along. */
export function verifyBalance(request: {
  proof: UserProofView;
  anchor: AnchorView;
  email: string;
}): OwnReport {
  const { proof, anchor, email } = request;
  const { snapshotNumber, usdt, trx } = proof;
  const manifest = fromHex(proof.manifest);
  const leaves = proof.leaves.map(({ position, leaf, path }) => ({
    position,
    leaf: readNode(leaf),
    path: path.map(readNode),
  }));
  const checks = verifyOwn({
    email,
    anchor: anchor ?? undefined,
    proof: {
      snapshotNumber,
      manifest,
      nonce: fromHex(proof.nonce),
      signature: fromHex(proof.signature),
      usdt,
      trx,
      leaves,
    },
  });
  const text = JSON.stringify({ email, proof, anchor, checks }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return { snapshotNumber, manifest, usdt, trx, leaves, checks, text };
}

function readNode(node: UserProofView['leaves'][number]['leaf']): TreeNode {
  return { digest: fromHex(node.digest), usdt: node.usdt, trx: node.trx };
}
