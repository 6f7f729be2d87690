// Where a verifier reads from: published files, and nodes of its choice.
import { FormatError } from './bytes.ts';
import { NODE_BYTES } from './leaf.ts';

export const FILE_NAMES = [
  'manifest.bin',
  'leaves.bin',
  'journal.bin',
  'reserves.json',
  'state-proof.json',
  'terms.json',
  'statements.json',
  'anchor.json',
] as const;
export type FileName = (typeof FILE_NAMES)[number];

/** Where the files of snapshots are. Throws when there is none. */
export interface SnapshotFiles {
  read(snapshotNumber: number, name: FileName): AsyncIterable<Uint8Array>;
}

/** A node of BSC and one of TRON, of the verifier's choice. Undefined where nothing is known. */
export interface ChainView {
  findAnchor(txHash: string): Promise<AnchorOnChain | undefined>;
  getBalanceUnits(network: 'BSC' | 'TRON', address: string): Promise<bigint>;
  /** The hash of the block of BSC at a height, as lower-case hex. */
  findBlockHash(height: number): Promise<string | undefined>;
  /** The contract of the token, as the verifier knows it. */
  readonly usdtContract: string;
}

export interface AnchorOnChain {
  /** Lower-case hex, as everything here. */
  readonly from: string;
  readonly nonce: number;
  readonly data: string;
  readonly succeeded: boolean;
  /** How many blocks are on top of it. */
  readonly depth: number;
}

export interface VerifyOptions {
  readonly files: SnapshotFiles;
  readonly snapshotNumber: number;
  readonly chains?: ChainView | undefined;
  /** How deep an anchor has to be. */
  readonly depthMin: number;
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

/** The leaf file, leaf by leaf, however it is cut into chunks. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Uint8Array.of(...rest, ...chunk);
    let at = 0;
    for (; at + NODE_BYTES <= bytes.length; at += NODE_BYTES) yield bytes.subarray(at, at + NODE_BYTES);
    rest = bytes.slice(at);
  }
  if (rest.length > 0) throw new FormatError(`leaves.bin ends within a leaf.`);
}
