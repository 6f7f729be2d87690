import {
  fromHex,
  type KeptReceipt,
  manifestDigest,
  type OwnCheck,
  type OwnProof,
  type TreeNode,
  toHex,
  verifyOwn,
} from '@glasspool/core/solvency';
import type { AnchorView, OwnEntryView, UserProofView } from '../../api/trpc.ts';
import { areSigned } from './are-signed.ts';
import type { KeptEntries } from './kept-entries.ts';

/** What this browser found of a user's part of a snapshot. */
export interface OwnReport {
  readonly snapshotNumber: number;
  /** As it is kept for the next time. */
  readonly receipt: KeptReceipt;
  readonly manifest: Uint8Array;
  readonly nonce: Uint8Array;
  /** Number of entries since the snapshot before that name the user; undefined when they are too many to be shown. */
  readonly ownEntries: number | undefined;
  /** Receipts of entries that are in the report. */
  readonly entryReceipts: { readonly count: number; readonly isSigned: boolean };
  readonly usdt: bigint;
  readonly trx: bigint;
  readonly leaves: OwnProof['leaves'];
  readonly anchorTxHash: string | null;
  readonly checks: readonly OwnCheck[];
  /** The report as it is saved: what was sent, and what was found. */
  readonly text: string;
}

export interface VerifyRequest {
  readonly proof: UserProofView;
  readonly entries: readonly OwnEntryView[];
  readonly areEntriesComplete: boolean;
  /** Last receipt that this browser found right. */
  readonly earlier: KeptReceipt | undefined;
  /** What this browser saw before, and what shows that it only grew. */
  readonly history: { readonly seenManifest: string; readonly proof: readonly string[] } | undefined;
  readonly anchor: AnchorView;
  readonly email: string;
  /** Receipts of entries that this browser keeps. */
  readonly kept: KeptEntries;
  /** Digest of the first manifest as the page shows it, which names the whole history. */
  readonly firstDigest: string | null;
}

/** Checks what the server sent. The email is the one that the user signed in with, not one that came along. */
export function verifyBalance(request: VerifyRequest): OwnReport {
  const { proof, entries, areEntriesComplete, earlier, history, anchor, email, kept, firstDigest } = request;
  const { snapshotNumber, usdt, trx, anchorTxHash } = proof;
  const manifest = fromHex(proof.manifest);
  const nonce = fromHex(proof.nonce);
  const signature = fromHex(proof.signature);
  const leaves = proof.leaves.map(({ position, leaf, path }) => ({
    position,
    leaf: readNode(leaf),
    path: path.map(readNode),
  }));
  const checks = verifyOwn({
    email,
    anchor: anchor ?? undefined,
    areEntriesComplete,
    earlier,
    entries: entries.map(({ index, entry, proof: path, rows }) => ({
      index,
      entry: fromHex(entry),
      proof: path.map(fromHex),
      rows: rows?.map((row) => ({ ...row, path: row.path.map(fromHex) })),
    })),
    history: history && {
      seenManifest: fromHex(history.seenManifest),
      proof: history.proof.map(fromHex),
    },
    proof: {
      snapshotNumber,
      manifest,
      nonce,
      signature,
      usdt,
      trx,
      leaves,
    },
  });
  const { entryReceipts } = kept;
  const said = {
    email,
    proof,
    entries,
    areEntriesComplete,
    earlier,
    history,
    anchor,
    entryReceipts,
    checks,
    firstDigest,
  };
  const text = JSON.stringify(said, toPlain);
  const receipt = { snapshotNumber, usdt, trx, manifestDigest: manifestDigest(manifest), signature };
  // Pages of reward runs name no user, so their rows cannot be counted in the journal.
  const named = entries.filter(({ rows }) => rows === undefined);
  const ownEntries = areEntriesComplete ? named.length : undefined;
  return {
    snapshotNumber,
    receipt,
    manifest,
    nonce,
    ownEntries,
    entryReceipts: { count: entryReceipts.length, isSigned: isSignedFor(kept, nonce, manifest) },
    usdt,
    trx,
    leaves,
    anchorTxHash,
    checks,
    text,
  };
}

/** Receipts that are signed for another nonce than the one of the proof are none of this user's. */
function isSignedFor(kept: KeptEntries, nonce: Uint8Array, manifest: Uint8Array): boolean {
  return kept.nonce === toHex(nonce) && areSigned(kept, manifest);
}

/** As JSON has it: amounts in decimal, bytes in hex. */
function toPlain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? toHex(value) : value;
}

function readNode(node: UserProofView['leaves'][number]['leaf']): TreeNode {
  return { digest: fromHex(node.digest), usdt: node.usdt, trx: node.trx };
}
