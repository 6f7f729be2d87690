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

/** Key that signs the pool's statements about its books (Ed25519). */
export interface StatementKey {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

/**
 * File of a snapshot. Besides the published files there are files from which proofs are made: the roots of the blocks of leaves, the hashes
 * of the journal's entries, and the receipts of all users, which are private.
 */
export type StoredFile = FileName | 'blocks.bin' | 'journal-hashes.bin' | 'receipts.bin';

/** Name of the place for the files of one try to take a snapshot. No other try writes there. */
export type Draft = Id<'snapshotDraft'>;

/** Storage for the files of snapshots, published or in the making. */
export interface SnapshotStore {
  write(
    place: number | Draft,
    name: StoredFile,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void>;
  /**
   * Publishes a draft under a number. The files are on disk when the promise resolves. Existing files of that number are replaced: the
   * caller has made sure that no one else publishes it.
   */
  publish(draft: Draft, snapshotNumber: number): Promise<void>;
  /** Removes a draft that was not published, and drafts that a crash left long ago. */
  discard(draft: Draft): Promise<void>;
  /** Reads a file, or its bytes from `start` to before `end`, as far as they exist. Throws when there is no such file. */
  read(
    snapshotNumber: number,
    name: StoredFile,
    range?: { start: number; end: number },
  ): AsyncIterable<Uint8Array>;
}

/**
 * Dependencies of the solvency functions: the parts of the pool, and the parts that snapshots need. Procedures and workers have no others.
 */
export interface SolvencyDeps extends PoolDeps {
  readonly statementKey: StatementKey;
  readonly snapshots: SnapshotStore;
  /** Reads the books and writes the large files of a snapshot, on another thread where there is one. */
  readonly buildSnapshot: (deps: SnapshotBuildDeps) => Promise<BuiltSnapshot>;
}

/** Address whose balance counts as a reserve, and for which a proof of control is signed. */
export interface ReserveAddress {
  readonly network: Network;
  readonly address: string;
  readonly derivationIndex: number;
}

export interface SnapshotBuildDeps extends Pick<SolvencyDeps, 'db' | 'snapshots' | 'nonceKey' | 'hash'> {
  readonly random: Random;
  /** Draft that the files are written to. */
  readonly draft: Draft;
  /** Reads the pool's clock. Called once the view of the database exists. */
  readonly readNow: () => Promise<number>;
}

/** Contents of a snapshot, except for the large files, which are on disk. Can be passed from one thread to another. */
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
  /** Blocks of the journal that became full, as rows. */
  readonly blocks: readonly { readonly number: number; readonly digest: string }[];
}
