import type { UserId } from '@glasspool/core';
import type { Generated } from 'kysely';
import type { Fixed } from './ledger.ts';

export interface SnapshotTable {
  number: Fixed<number>;
  reason: Fixed<'daily' | 'rewards' | 'unannounced' | 'requested' | 'treasury'>;
  cutOffAt: Fixed<number>;
  leafCount: Fixed<number>;
  journalLength: Fixed<number>;
  /** The roots of the full subtrees of the journal's log, as JSON, so that it can go on from here. */
  journalPeaks: Fixed<string>;
  /** Hex. */
  manifest: Fixed<string>;
  manifestDigest: Fixed<string>;
  anchorTxHash: Generated<string | null>;
  anchoredAt: Generated<number | null>;
  createdAt: Fixed<number>;
}

export interface JournalRowTable {
  position: Fixed<number>;
  transferId: Fixed<number>;
}

export interface SnapshotReceiptTable {
  snapshotNumber: Fixed<number>;
  userId: Fixed<UserId>;
  email: Fixed<string>;
  usdtMicro: Fixed<bigint>;
  trxMicro: Fixed<bigint>;
  /** Where the user's leaves are, as JSON. */
  positions: Fixed<string>;
  signature: Fixed<string>;
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
