// Checks by a user of their own part of a snapshot, with nothing but what the server sent: any field may be wrong.

import { parseAccountPath } from '@glasspool/core/books';
import { equalBytes, FormatError, toHex } from './bytes.ts';
import type { AnchorOnChain } from './files.ts';
import { decodeEntry, getPseudonym } from './journal.ts';
import { leafDigest, leafKey, type Sums, type TreeNode } from './leaf.ts';
import { isConsistent, isIncluded, type LogProof, logLeaf } from './log.ts';
import { anchorData, decodeManifest, type Manifest, manifestDigest } from './manifest.ts';
import { type Outcome, pass } from './outcome.ts';
import { addOwn } from './own-postings.ts';
import { receiptMessage } from './receipt.ts';
import { type OwnRow, sumRows } from './reward-row.ts';
import { isSignedBy } from './signed-by.ts';
import { equalSums, isInTree, type TreePath } from './tree.ts';

/** Answer of the server about one user. */
export interface OwnProof extends Sums {
  readonly snapshotNumber: number;
  readonly manifest: Uint8Array;
  readonly nonce: Uint8Array;
  readonly signature: Uint8Array;
  readonly leaves: readonly { readonly position: number; readonly leaf: TreeNode; readonly path: TreePath }[];
}

/** An entry of the journal that is the user's, and what shows that it is in there. */
export interface OwnEntry {
  readonly index: number;
  /** Snapshot that published it, which the user's name in it follows from; that of the proof where it is missing. */
  readonly snapshotNumber?: number | undefined;
  readonly entry: Uint8Array;
  readonly proof: LogProof;
  /** Rows of the user in a page of a reward run; such an entry names no user. */
  readonly rows?: readonly OwnRow[] | undefined;
}

/** Proof that the journal only grew since a manifest that was seen before. */
export interface OwnHistory {
  /** Kept by the checking user, not sent by the server. */
  readonly seenManifest: Uint8Array;
  readonly proof: LogProof;
}

/** Earlier receipt, kept by the checking user and not sent by the server. */
export interface EarlierReceipt extends Sums {
  readonly snapshotNumber: number;
}

export interface OwnCheckOptions {
  readonly proof: OwnProof;
  /** Undefined when none were asked for. */
  readonly entries?: readonly OwnEntry[] | undefined;
  /** Snapshot after which `entries` begin; the one before that of the proof where it is missing. */
  readonly entriesSince?: number | undefined;
  /** True when `entries` are all of this user's since then, as far as the server tells. */
  readonly areEntriesComplete?: boolean;
  /** Undefined when no receipt was seen before. */
  readonly earlier?: EarlierReceipt | undefined;
  /** Undefined when no manifest was seen before. */
  readonly history?: OwnHistory | undefined;
  /** As the user knows it, not as the server says. */
  readonly email: string;
  /** Anchoring transaction as a node reports it; undefined when no node was asked or it is unknown. */
  readonly anchor: AnchorOnChain | undefined;
}

export type OwnCheckName =
  | 'manifest'
  | 'counted'
  | 'receipt'
  | 'leaves'
  | 'sum'
  | 'tree'
  | 'entries'
  | 'continuity'
  | 'history'
  | 'anchor';
export type OwnCheck = Outcome & { readonly name: OwnCheckName };

/** Every check of one user's part, in order; none is left out when one before it fails. */
export function verifyOwn(options: OwnCheckOptions): OwnCheck[] {
  const { proof, history, email, anchor } = options;
  const attempt = (name: OwnCheckName, check: () => Outcome): OwnCheck => {
    try {
      return { name, ...check() };
    } catch (error) {
      return { name, status: 'failed', detail: error instanceof Error ? error.message : String(error) };
    }
  };
  return [
    attempt('manifest', () => checkManifest(proof)),
    attempt('counted', () => checkCounted(proof)),
    attempt('receipt', () => checkReceipt(proof, email)),
    attempt('leaves', () => checkLeaves(proof, email)),
    attempt('sum', () => checkSum(proof)),
    attempt('tree', () => checkPaths(proof)),
    attempt('entries', () => checkEntries(options)),
    attempt('continuity', () => checkContinuity(options)),
    attempt('history', () => checkOwnHistory(proof, history)),
    attempt('anchor', () => checkOwnAnchor(proof, anchor)),
  ];
}

function getManifest({ manifest }: OwnProof): Manifest {
  return decodeManifest(manifest);
}

function checkManifest(proof: OwnProof): Outcome {
  const { snapshotNumber, root, usdt, trx } = getManifest(proof);
  if (snapshotNumber !== proof.snapshotNumber) throw new FormatError(`It is of snapshot ${snapshotNumber}.`);
  if (!equalSums(root, { usdt: usdt.owed, trx: trx.owed }))
    throw new FormatError('What is owed is not the sum of the tree.');
  return pass(toHex(manifestDigest(proof.manifest)));
}

/** Nothing to check is nothing found right: only the user knows whether the pool owes them nothing. */
function checkCounted({ leaves, usdt, trx }: OwnProof): Outcome {
  const isCounted = leaves.length > 0 && (usdt > 0n || trx > 0n);
  return isCounted ? pass(String(leaves.length)) : { status: 'not checked', detail: '' };
}

function checkReceipt(proof: OwnProof, email: string): Outcome {
  const { snapshotNumber, nonce, usdt, trx } = proof;
  const facts = { snapshotNumber, email, nonce, usdt, trx, manifestDigest: manifestDigest(proof.manifest) };
  const { statementPublicKey } = getManifest(proof);
  if (!isSignedBy(statementPublicKey, receiptMessage(facts), proof.signature))
    throw new FormatError('The receipt is not signed by the key of the manifest, or says something else.');
  return pass(toHex(proof.signature));
}

/** The digests follow from the user's own email and nonce, so that no leaf can be shown to two people. */
function checkLeaves(proof: OwnProof, email: string): Outcome {
  const key = leafKey({ nonce: proof.nonce, email, snapshotNumber: proof.snapshotNumber });
  const positions = new Set(proof.leaves.map(({ position }) => position));
  if (positions.size !== proof.leaves.length) throw new FormatError('A leaf is counted twice.');
  for (const { position, leaf } of proof.leaves)
    if (!equalBytes(leafDigest(key, { usdt: leaf.usdt, trx: leaf.trx, position }), leaf.digest))
      throw new FormatError(`The leaf at ${position} is not yours.`);
  return pass(String(proof.leaves.length));
}

function checkSum({ leaves, usdt, trx }: OwnProof): Outcome {
  const sum = leaves.reduce<Sums>((so, { leaf }) => ({ usdt: so.usdt + leaf.usdt, trx: so.trx + leaf.trx }), {
    usdt: 0n,
    trx: 0n,
  });
  if (!equalSums(sum, { usdt, trx })) throw new FormatError('Your leaves are not what the receipt says.');
  return pass(`${usdt}/${trx}`);
}

function checkPaths(proof: OwnProof): Outcome {
  const { root, leafCount } = getManifest(proof);
  for (const { position, leaf, path } of proof.leaves)
    if (!isInTree(leaf, { position, leafCount, path, root }))
      throw new FormatError(`The leaf at ${position} is not in the tree of the manifest.`);
  return pass(toHex(root.digest));
}

/** An entry from before, or one that is shown twice, would explain a smaller receipt. */
function checkEntries({ proof, entries, ...options }: OwnCheckOptions): Outcome {
  if (entries === undefined) return { status: 'not checked', detail: '' };
  const { journalLength: length, journalHeadDigest: root } = getManifest(proof);
  const { entriesSince = proof.snapshotNumber - 1 } = options;
  const indices = new Set<number>();
  for (const { index, entry, proof: path, rows, snapshotNumber = proof.snapshotNumber } of entries) {
    if (snapshotNumber <= entriesSince || snapshotNumber > proof.snapshotNumber)
      throw new FormatError(`The entry at ${index} is of snapshot ${snapshotNumber}.`);
    if (indices.has(index)) throw new FormatError(`The entry at ${index} is shown twice.`);
    indices.add(index);
    const decoded = decodeEntry(entry);
    const pseudonym = getPseudonym(proof.nonce, snapshotNumber);
    const isOwn =
      rows === undefined || rows.length === 0
        ? decoded.postings.some(({ account }) => parseAccountPath(account)?.owner === pseudonym)
        : sumRows(decoded, rows, proof.nonce) >= 0n;
    if (!isOwn) throw new FormatError(`The entry at ${index} is not yours.`);
    if (!isIncluded(logLeaf(entry), { index, length, proof: path, root }))
      throw new FormatError(`The entry at ${index} is not in the journal of the manifest.`);
  }
  return pass(String(entries.length));
}

/** A receipt is the one before and every own entry since: what a server leaves out of either does not add up. */
function checkContinuity({
  proof,
  entries,
  areEntriesComplete,
  earlier,
  entriesSince = proof.snapshotNumber - 1,
}: OwnCheckOptions): Outcome {
  const notChecked: Outcome = { status: 'not checked', detail: '' };
  if (earlier === undefined) return notChecked;
  const isSame = earlier.snapshotNumber === proof.snapshotNumber;
  const isFollowed = earlier.snapshotNumber < proof.snapshotNumber && earlier.snapshotNumber === entriesSince;
  if (!isSame && !(isFollowed && entries !== undefined && areEntriesComplete === true)) return notChecked;
  const moved = isSame ? { usdt: 0n, trx: 0n } : sumEntries(proof, entries ?? []);
  const expected = { usdt: earlier.usdt + moved.usdt, trx: earlier.trx + moved.trx };
  if (!equalSums(proof, expected))
    throw new FormatError(
      `After the receipt of snapshot ${earlier.snapshotNumber} and your entries since, the pool owes you ` +
        `${expected.usdt} micro-units of USDT and ${expected.trx} of TRX.`,
    );
  return pass(String(earlier.snapshotNumber));
}

/** Sum of the user's own entries. */
function sumEntries({ nonce, snapshotNumber }: OwnProof, entries: readonly OwnEntry[]): Sums {
  const sums = { usdt: 0n, trx: 0n };
  for (const { entry, rows, snapshotNumber: number = snapshotNumber } of entries)
    addOwn(sums, decodeEntry(entry), { nonce, pseudonym: getPseudonym(nonce, number), rows });
  return sums;
}

/** The pool cannot show another history later: the manifest seen before is part of the current one. */
function checkOwnHistory(proof: OwnProof, history: OwnHistory | undefined): Outcome {
  if (history === undefined) return { status: 'not checked', detail: '' };
  const seen = decodeManifest(history.seenManifest);
  const now = getManifest(proof);
  if (seen.snapshotNumber > now.snapshotNumber)
    throw new FormatError(`You have seen snapshot ${seen.snapshotNumber}, which is newer.`);
  if (seen.snapshotNumber === now.snapshotNumber && !equalBytes(history.seenManifest, proof.manifest))
    throw new FormatError(`You have seen another manifest of snapshot ${seen.snapshotNumber}.`);
  const isGrown = isConsistent(
    { length: seen.journalLength, root: seen.journalHeadDigest },
    { length: now.journalLength, root: now.journalHeadDigest },
    history.proof,
  );
  if (!isGrown)
    throw new FormatError(`The journal is not the one of snapshot ${seen.snapshotNumber}, grown.`);
  return pass(String(seen.snapshotNumber));
}

function checkOwnAnchor(proof: OwnProof, anchor: AnchorOnChain | undefined): Outcome {
  if (anchor === undefined) return { status: 'not checked', detail: '' };
  const { anchorAddress, snapshotNumber } = getManifest(proof);
  const isRight =
    anchor.succeeded &&
    anchor.nonce === snapshotNumber &&
    anchor.from.toLowerCase() === `0x${toHex(anchorAddress)}` &&
    anchor.to?.toLowerCase() === `0x${toHex(anchorAddress)}` &&
    anchor.valueUnits === 0n &&
    anchor.data.toLowerCase() === `0x${toHex(anchorData(manifestDigest(proof.manifest)))}`;
  if (!isRight)
    throw new FormatError(
      'The transaction on chain is another one: sender, receiver, coins, nonce, data or success differ.',
    );
  return pass(String(anchor.depth));
}
