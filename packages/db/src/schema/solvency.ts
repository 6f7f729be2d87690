import type { UserId } from '@glasspool/core';
import type { Generated } from 'kysely';
import type { Fixed } from './ledger.ts';

export interface SnapshotTable {
  number: Fixed<number>;
  reason: Fixed<'daily' | 'rewards' | 'unannounced' | 'requested' | 'operator'>;
  cutOffAt: Fixed<number>;
  leafCount: Fixed<number>;
  journalLength: Fixed<number>;
  /** The roots of the full subtrees of the journal's log, as JSON, so that it can go on from here. */
  journalPeaks: Fixed<string>;
  /** Transfers up to this id are in the journal, except for `openTransfers`. */
  lastTransferId: Fixed<number>;
  /** Ids that were taken and not committed when the journal was read, as JSON. */
  openTransfers: Fixed<string>;
  /** Users with a leaf. */
  userCount: Fixed<number>;
  /** Hex. */
  manifest: Fixed<string>;
  manifestDigest: Fixed<string>;
  anchorTxHash: Generated<string | null>;
  anchoredAt: Generated<number | null>;
  createdAt: Fixed<number>;
}

/** Entries of the journal, one after the other, whose transfers have consecutive ids. */
export interface JournalRangeTable {
  firstPosition: Fixed<number>;
  firstTransferId: Fixed<number>;
  entries: Fixed<number>;
  snapshotNumber: Fixed<number>;
}

/** The hash of so many rows of the journal as `LOG_BLOCK_ROWS` says. */
export interface JournalBlockTable {
  number: Fixed<number>;
  /** Hex. */
  digest: Fixed<string>;
}

/** That a user checked their part of a snapshot, and found it right. */
export interface SnapshotCheckTable {
  snapshotNumber: Fixed<number>;
  userId: Fixed<UserId>;
  checkedAt: Fixed<number>;
}

/** Newest word of a watcher that it found a snapshot right. Bytes in hex. */
export interface WatcherConfirmationTable {
  publicKey: Fixed<string>;
  snapshotNumber: number;
  manifestDigest: string;
  checkedAt: number;
  signature: string;
  receivedAt: number;
}
