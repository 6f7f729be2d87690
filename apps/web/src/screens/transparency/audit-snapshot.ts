// An auditor's whole check, as the command runs it, in the user's own browser: nothing is left out and no path is chosen by the pool.

import { parseAccountPath } from '@glasspool/core/books';
import {
  type AnchorOnChain,
  type ChainView,
  type Check,
  decodeNode,
  equalBytes,
  equalNodes,
  type JournalEntry,
  NODE_BYTES,
  readAll,
  type SnapshotFiles,
  type TreeNode,
  verifySnapshot,
} from '@glasspool/proof';
import { AGE_HOURS_MAX, checkAge } from 'glasspool-verify/age';
import { connectNodes } from 'glasspool-verify/nodes';
import { openRemote } from 'glasspool-verify/remote';
import type { OwnNodes } from './own-nodes.ts';

/** Leaves between two progress reports. */
const LEAVES_PER_REPORT = 16_384;
/** As the command has it: blocks on top of an anchor that the user's own node has to know. */
const DEPTH_MIN = 1;

export interface AuditRequest {
  readonly snapshotNumber: number;
  /** As the user was shown it: the published one has to be the same. */
  readonly manifest: Uint8Array;
  /** The user's own leaves, which have to be in the file where they were shown to be. */
  readonly ownLeaves: readonly { readonly position: number; readonly leaf: TreeNode }[];
  /** The user's name in this snapshot's journal, and how many entries of it they were shown; undefined when not all were. */
  readonly ownName: string;
  readonly ownEntries: number | undefined;
  /** The anchor as the pool's own node has it, for who names no node, and its transaction. */
  readonly anchor: AnchorOnChain | undefined;
  readonly anchorTxHash: string | null;
  /** Nodes that the user trusts, and what they know of the pool. */
  readonly nodes: OwnNodes;
  /** Time of the user's device, Unix ms: the snapshot has to be of today. */
  readonly nowMs: number;
}

export type AuditLine = Pick<Check, 'status' | 'detail'> & {
  readonly id: NonNullable<Check['id']> | 'age' | 'same' | 'own' | 'ownEntries';
};

/** Every check of the command, then that this is the snapshot the user was shown, and that their leaves are in it. */
export async function* auditSnapshot(
  request: AuditRequest,
  onProgress: (leaves: number) => void,
): AsyncGenerator<AuditLine> {
  const { snapshotNumber, manifest, ownLeaves, anchor, anchorTxHash, nodes, nowMs } = request;
  const { bscUrl, anchorAddress, ...others } = nodes;
  const files = openRemote(self.location.origin);
  const missing = new Map(ownLeaves.map(({ position, leaf }) => [position, leaf]));
  let reported = 0;
  const onLeaves = (piece: Uint8Array, first: number): void => {
    const read = first + piece.length / NODE_BYTES;
    for (const [position, own] of missing)
      if (position >= first && position < read && equalNodes(own, leafAt(piece, position - first)))
        missing.delete(position);
    if (read - reported < LEAVES_PER_REPORT) return;
    reported = read;
    onProgress(read);
  };
  const chains =
    bscUrl === undefined ? askedBefore(anchorTxHash, anchor) : connectNodes({ bscUrl, ...others });
  // The pool's own node was asked about the newest anchor alone.
  const anchorsSince = bscUrl === undefined ? snapshotNumber : 0;
  // One that no block stands on may be gone in the next moment.
  const depthMin = bscUrl === undefined ? 0 : DEPTH_MIN;
  let ownEntries = 0;
  const onEntry = ({ postings }: JournalEntry, number: number): void => {
    const isOwn = postings.some(({ account }) => parseAccountPath(account)?.owner === request.ownName);
    if (number === snapshotNumber && isOwn) ownEntries += 1;
  };
  const options = {
    files,
    snapshotNumber,
    chains,
    depthMin,
    anchorsSince,
    anchorAddress,
    nowMs,
    onLeaves,
    onEntry,
  };
  const { status, detail } = await checkAge(files, snapshotNumber, { nowMs, ageMaxHours: AGE_HOURS_MAX });
  yield { id: 'age', status, detail };
  for await (const { id, status, detail } of verifySnapshot(options))
    if (id !== undefined) yield { id, status, detail };
  yield await checkSame(files, snapshotNumber, manifest);
  const isThere = missing.size === 0;
  yield { id: 'ownEntries', ...compareEntries(ownEntries, request.ownEntries) };
  yield { id: 'own', status: isThere ? 'ok' : 'failed', detail: String(ownLeaves.length - missing.size) };
}

/** The pool's own node, as it answered about the newest anchor. Undefined while there was none to ask about: it may have come since. */
function askedBefore(anchorTxHash: string | null, anchor: AnchorOnChain | undefined): ChainView | undefined {
  if (anchorTxHash === null) return undefined;
  return { findAnchor: async (txHash) => (txHash === anchorTxHash ? anchor : undefined) };
}

function leafAt(piece: Uint8Array, index: number): TreeNode {
  return decodeNode(piece.subarray(index * NODE_BYTES, (index + 1) * NODE_BYTES));
}

/** An entry that a server leaves out of the user's list is in the journal all the same. */
function compareEntries(found: number, shown: number | undefined): Pick<AuditLine, 'status' | 'detail'> {
  if (shown === undefined) return { status: 'not checked', detail: String(found) };
  const detail = `in the journal: ${found}, shown to you: ${shown}`;
  return { status: found === shown ? 'ok' : 'failed', detail };
}

async function checkSame(
  files: SnapshotFiles,
  snapshotNumber: number,
  manifest: Uint8Array,
): Promise<AuditLine> {
  try {
    const found = await readAll(files.read(snapshotNumber, 'manifest.bin'));
    return { id: 'same', status: equalBytes(found, manifest) ? 'ok' : 'failed', detail: '' };
  } catch (error) {
    return { id: 'same', status: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
