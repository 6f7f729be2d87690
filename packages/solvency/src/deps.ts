import type { Id, Network, Random } from '@glasspool/core';
import type { Row } from '@glasspool/db';
import type { PoolDeps } from '@glasspool/pool/deps';
import type {
  CheckpointFile,
  FileName,
  InFlightFile,
  LogPeak,
  Manifest,
  TermsFile,
  TreeNode,
} from '@glasspool/proof';

/** Signs what the pool states of its books (Ed25519). */
export interface StatementKey {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

/**
 * A file of a snapshot: those that are published, and those that proofs are made from: roots of the blocks of leaves, hashes of the
 * entries of the journal, and what it says of each user, which is private.
 */
export type StoredFile = FileName | 'blocks.bin' | 'journal-hashes.bin' | 'receipts.bin';

/** Place of the files of one try to take a snapshot, which no other try writes to. */
export type Draft = Id<'snapshotDraft'>;

/** Keeps the files of snapshots, and of those that are being taken. */
export interface SnapshotStore {
  write(
    place: number | Draft,
    name: StoredFile,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void>;
  /**
   * Makes a draft the files of a number, on disk when it resolves. What stands there under the number is replaced: the caller has made sure
   * that no one else publishes it.
   */
  publish(draft: Draft, snapshotNumber: number): Promise<void>;
  /** Removes a draft that came to nothing, and those that a crash left long ago. */
  discard(draft: Draft): Promise<void>;
  /** All of a file, or the bytes from `start` to before `end`, as far as there are any. Throws when there is no such file. */
  read(
    snapshotNumber: number,
    name: StoredFile,
    range?: { start: number; end: number },
  ): AsyncIterable<Uint8Array>;
}

/** Everything that the functions of solvency may use: the parts of the pool, and those that snapshots are made with. It is all that procedures and workers have. */
export interface SolvencyDeps extends PoolDeps {
  readonly statementKey: StatementKey;
  readonly snapshots: SnapshotStore;
  /** Reads the books and writes the large files of a snapshot, on another thread where there is one. */
  readonly buildSnapshot: (deps: SnapshotBuildDeps) => Promise<BuiltSnapshot>;
}

/** An address that is counted and signed for. */
export interface ReserveAddress {
  readonly network: Network;
  readonly address: string;
  readonly derivationIndex: number;
}

export interface SnapshotBuildDeps extends Pick<SolvencyDeps, 'db' | 'snapshots' | 'nonceKey' | 'hash'> {
  readonly random: Random;
  /** Name that the files are written under. */
  readonly draft: Draft;
  /** Time of the pool's clock, asked for once the view of the database stands. */
  readonly readNow: () => Promise<number>;
}

/** Statement of a snapshot about the books. Its large files are on disk; it may cross from one thread to another. */
export interface BuiltSnapshot {
  readonly number: number;
  readonly previous: Row<'snapshot'> | undefined;
  readonly cutOffMs: number;
  readonly leafCount: number;
  readonly userCount: number;
  readonly root: TreeNode;
  readonly leafFileDigest: Uint8Array;
  readonly journal: BuiltJournal;
  readonly terms: TermsFile;
  readonly inFlight: InFlightFile;
  readonly checkpoint: CheckpointFile;
  readonly addresses: readonly ReserveAddress[];
  readonly figures: Pick<Manifest, 'usdt' | 'trx'>;
}

export interface BuiltJournal {
  readonly length: number;
  readonly peaks: readonly LogPeak[];
  readonly headDigest: Uint8Array;
  readonly ranges: readonly Row<'journalRange'>[];
  readonly lastTransferId: number;
  readonly openTransfers: string;
  /** Blocks of the journal that became whole, as rows. */
  readonly blocks: readonly { readonly number: number; readonly digest: string }[];
}
