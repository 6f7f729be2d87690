// Sources of a verifier: published files, and nodes of its choice.
import { concatBytes, FormatError } from './bytes.ts';
import type { JournalEntry } from './journal.ts';
import { NODE_BYTES } from './leaf.ts';

const LENGTH_BYTES = 4;
/** More than any entry has: what a file must not make a reader keep. */
const ROW_BYTES_MAX = 65_536;

export const FILE_NAMES = [
  'manifest.bin',
  'leaves.bin',
  'journal.bin',
  'reserves.json',
  'state-proof.json',
  'terms.json',
  'in-flight.json',
  'checkpoint.json',
  'statements.json',
  'anchor.json',
] as const;
export type FileName = (typeof FILE_NAMES)[number];

/** Access to the files of snapshots. Throws when there are none. */
export interface SnapshotFiles {
  read(snapshotNumber: number, name: FileName): AsyncIterable<Uint8Array>;
  /** Transactions that the pool says it signed since a time; missing where it cannot be asked, as for a folder. */
  listMovements?(sinceMs: number): Promise<readonly ListedMovement[]>;
}

export interface ListedMovement {
  readonly network: 'BSC' | 'TRON';
  readonly txHash: string;
}

/** Movement of the token (BSC) or coin (TRON) of a pool by a transaction, fees of its sender included. */
export interface MovesOnChain {
  readonly blockHeight: number;
  readonly moves: readonly {
    readonly from: string;
    /** Null for a fee. */
    readonly to: string | null;
    readonly units: bigint;
  }[];
}

/** View of the chains: from nodes of the verifier's choice, or from another source. */
export interface ChainView {
  /** Undefined where no such transaction is known. */
  findAnchor(txHash: string): Promise<AnchorOnChain | undefined>;
  /** Current balance of an address; undefined where no node of that network is asked. */
  getBalanceUnits?(network: 'BSC' | 'TRON', address: string): Promise<bigint | undefined>;
  /** Undefined where no such transaction is in a block. */
  findMoves?(network: 'BSC' | 'TRON', txHash: string): Promise<MovesOnChain | undefined>;
  /** Undefined where no node is asked about that network. Throws when its node has no such block. */
  findBlock?(network: 'BSC' | 'TRON', height: number): Promise<BlockOnChain | undefined>;
  /** Chain id of the node of BSC. */
  readBscChainId?(): Promise<number>;
  /** The contract of the token, as the verifier knows it. */
  readonly usdtContract?: string;
}

export interface BlockOnChain {
  /** Lower-case hex without 0x; on TRON the id. */
  readonly hash: string;
  readonly timeMs: number;
}

/** A transaction as a node of BSC has it in a block. */
export interface AnchorOnChain {
  /** Lower-case hex, as everything here. */
  readonly from: string;
  readonly nonce: number;
  readonly data: string;
  /** Null for one that creates a contract. */
  readonly to: string | null;
  /** Coins that it moves, in wei. */
  readonly valueUnits: bigint;
  readonly succeeded: boolean;
  readonly blockHeight: number;
  /** Number of blocks on top of it. */
  readonly depth: number;
}

export interface VerifiedSnapshot {
  readonly number: number;
  readonly manifestDigest: Uint8Array;
}

export interface VerifyOptions {
  readonly files: SnapshotFiles;
  readonly snapshotNumber: number;
  /** A snapshot that was verified before, by the digest of its manifest: only what came since is read. */
  readonly since?: VerifiedSnapshot | undefined;
  readonly chains?: ChainView | undefined;
  /** Time of the verifier, Unix ms: tells a snapshot that has no anchor yet from one that never got one. */
  readonly nowMs: number;
  /** Number of blocks that must be on top of an anchor. */
  readonly depthMin: number;
  /** First snapshot whose anchor `chains` can be asked for; 0 by default. */
  readonly anchorsSince?: number;
  /** Anchor address of the pool as the verifier knows it, in hex with 0x; undefined when it knows none. */
  readonly anchorAddress?: string | undefined;
  /** Called with every piece of whole leaves that is read, and the position of its first. */
  readonly onLeaves?: (piece: Uint8Array, firstPosition: number) => void;
  /** Is shown every entry of the journal with the snapshot that published it. */
  readonly onEntry?: (entry: JournalEntry, snapshotNumber: number) => void;
}

export async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The leaf file in pieces of whole leaves, however it is cut into chunks: a step for each of millions would take its time. */
export async function* getWholeLeaves(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : concatBytes([rest, chunk]);
    const end = bytes.length - (bytes.length % NODE_BYTES);
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.slice(end);
  }
  if (rest.length > 0) throw new FormatError(`leaves.bin ends within a leaf.`);
}

/** A journal file, entry by entry, however it is cut into chunks. */
export async function* readRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : concatBytes([rest, chunk]);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    while (at + LENGTH_BYTES <= bytes.length) {
      const length = view.getUint32(at);
      if (length > ROW_BYTES_MAX) throw new FormatError(`An entry of ${length} bytes is too long.`);
      if (at + LENGTH_BYTES + length > bytes.length) break;
      yield bytes.slice(at + LENGTH_BYTES, at + LENGTH_BYTES + length);
      at += LENGTH_BYTES + length;
    }
    rest = bytes.slice(at);
  }
  if (rest.length > 0) throw new FormatError('journal.bin ends within an entry.');
}
