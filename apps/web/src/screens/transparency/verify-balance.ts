import {
  fromHex,
  type KeptReceipt,
  manifestDigest,
  type OwnCheck,
  type OwnProof,
  type TreeNode,
  toHex,
  verifyOwn,
} from '@glasspool/proof';
import type { AnchorView, OwnEntryView, UserProofView } from '../../api/trpc.ts';
import { areSigned } from './are-signed.ts';
import type { KeptEntries } from './kept-entries.ts';

/** Result of this browser's check of a user's part of a snapshot. */
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
  /** Snapshot after which the entries begin. */
  readonly entriesSince: number;
  readonly areEntriesComplete: boolean;
  /** Last receipt that this browser found right. */
  readonly earlier: KeptReceipt | undefined;
  /** Manifest that this browser saw before, with the proof that the journal only grew. */
  readonly history: { readonly seenManifest: string; readonly proof: readonly string[] } | undefined;
  readonly anchor: AnchorView;
  readonly email: string;
  /** Receipts of entries that this browser keeps. */
  readonly kept: KeptEntries;
  /** Digest of the first manifest as the page shows it, which names the whole history. */
  readonly firstDigest: string | null;
}

/** Checks what the server sent. The email is the one that the user signed in with, or says was theirs, not one that merely came along. */
export function verifyBalance(request: VerifyRequest): OwnReport {
  const { proof: sent, entries, areEntriesComplete, kept } = request;
  const { snapshotNumber, usdt, trx, anchorTxHash } = sent;
  const proof = readProof(sent);
  const { manifest, nonce, signature, leaves } = proof;
  const checks = checkAnswers(request, proof);
  const { kept: _kept, ...answers } = request;
  const said = { ...answers, entryReceipts: kept.entryReceipts, checks };
  // Pages of reward runs name no user, so their rows cannot be counted in the journal.
  const named = entries.filter(
    (entry) => entry.rows === undefined && entry.snapshotNumber === snapshotNumber,
  );
  return {
    snapshotNumber,
    receipt: { snapshotNumber, usdt, trx, manifestDigest: manifestDigest(manifest), signature },
    manifest,
    nonce,
    ownEntries: areEntriesComplete ? named.length : undefined,
    entryReceipts: { count: kept.entryReceipts.length, isSigned: isSignedFor(kept, nonce, manifest) },
    usdt,
    trx,
    leaves,
    anchorTxHash,
    checks,
    text: JSON.stringify(said, toPlain),
  };
}

function readProof({ snapshotNumber, usdt, trx, ...proof }: UserProofView): OwnProof {
  const leaves = proof.leaves.map(({ position, leaf, path }) => ({
    position,
    leaf: readNode(leaf),
    path: path.map(readNode),
  }));
  const manifest = fromHex(proof.manifest);
  const nonce = fromHex(proof.nonce);
  return { snapshotNumber, manifest, nonce, signature: fromHex(proof.signature), usdt, trx, leaves };
}

function checkAnswers(request: VerifyRequest, proof: OwnProof): OwnCheck[] {
  const { entries, entriesSince, areEntriesComplete, earlier, history, anchor, email } = request;
  return verifyOwn({
    proof,
    email,
    anchor: anchor ?? undefined,
    areEntriesComplete,
    earlier,
    entriesSince,
    entries: entries.map(({ index, snapshotNumber, entry, proof: path, rows }) => ({
      index,
      snapshotNumber,
      entry: fromHex(entry),
      proof: path.map(fromHex),
      rows: rows?.map((row) => ({ ...row, path: row.path.map(fromHex) })),
    })),
    history: history && {
      seenManifest: fromHex(history.seenManifest),
      proof: history.proof.map(fromHex),
    },
  });
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
