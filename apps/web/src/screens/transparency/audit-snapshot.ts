// An auditor's whole check, as the command runs it, in the user's own browser: nothing is left out and no path is chosen by the pool.

import { parseAccountPath } from '@glasspool/core/books';
import {
  type AnchorOnChain,
  type ChainView,
  type Check,
  equalBytes,
  equalNodes,
  type JournalEntry,
  readAll,
  type SnapshotFiles,
  type TreeNode,
  verifySnapshot,
} from '@glasspool/core/solvency';
import { connectNodes } from 'glasspool-verify/nodes';

/** How often the reader is told how far it is. */
const LEAVES_A_REPORT = 16_384;

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
  /** A node of BSC that the user trusts. */
  readonly bscNodeUrl: string | undefined;
}

export type AuditLine = Pick<Check, 'status' | 'detail'> & {
  readonly id: NonNullable<Check['id']> | 'same' | 'own' | 'ownEntries';
};

/** What the pool publishes, as its server sends it. */
const published: SnapshotFiles = {
  async *read(snapshotNumber, name) {
    const response = await fetch(`/api/transparency/snapshots/${snapshotNumber}/${name}`);
    if (!response.ok || response.body === null)
      throw new Error(`The server answered ${response.status} for ${name}.`);
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  },
};

/** Every check of the command, then that this is the snapshot the user was shown, and that their leaves are in it. */
export async function* auditSnapshot(
  request: AuditRequest,
  onProgress: (leaves: number) => void,
): AsyncGenerator<AuditLine> {
  const { snapshotNumber, manifest, ownLeaves, anchor, anchorTxHash, bscNodeUrl } = request;
  const missing = new Map(ownLeaves.map(({ position, leaf }) => [position, leaf]));
  const onLeaf = (leaf: TreeNode, position: number): void => {
    const own = missing.get(position);
    if (own !== undefined && equalNodes(own, leaf)) missing.delete(position);
    if ((position + 1) % LEAVES_A_REPORT === 0) onProgress(position + 1);
  };
  const chains: ChainView =
    bscNodeUrl === undefined
      ? { findAnchor: async (txHash) => (txHash === anchorTxHash ? anchor : undefined) }
      : connectNodes({ bscUrl: bscNodeUrl });
  // The pool's own node was asked about the newest anchor alone.
  const anchorsSince = bscNodeUrl === undefined ? snapshotNumber : 0;
  let ownEntries = 0;
  const onEntry = ({ postings }: JournalEntry, number: number): void => {
    const isOwn = postings.some(({ account }) => parseAccountPath(account)?.owner === request.ownName);
    if (number === snapshotNumber && isOwn) ownEntries += 1;
  };
  const files = published;
  const options = { files, snapshotNumber, chains, depthMin: 0, anchorsSince, onLeaf, onEntry };
  for await (const { id, status, detail } of verifySnapshot(options))
    if (id !== undefined) yield { id, status, detail };
  yield await checkSame(snapshotNumber, manifest);
  const isThere = missing.size === 0;
  yield { id: 'ownEntries', ...compareEntries(ownEntries, request.ownEntries) };
  yield { id: 'own', status: isThere ? 'ok' : 'failed', detail: String(ownLeaves.length - missing.size) };
}

/** An entry that a server leaves out of the user's list is in the journal all the same. */
function compareEntries(found: number, shown: number | undefined): Pick<AuditLine, 'status' | 'detail'> {
  if (shown === undefined) return { status: 'not checked', detail: String(found) };
  const detail = `in the journal: ${found}, shown to you: ${shown}`;
  return { status: found === shown ? 'ok' : 'failed', detail };
}

async function checkSame(snapshotNumber: number, manifest: Uint8Array): Promise<AuditLine> {
  try {
    const found = await readAll(published.read(snapshotNumber, 'manifest.bin'));
    return { id: 'same', status: equalBytes(found, manifest) ? 'ok' : 'failed', detail: '' };
  } catch (error) {
    return { id: 'same', status: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
