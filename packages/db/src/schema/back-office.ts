import type { LedgerCurrency, NoticeId, NoticeKind, UserId } from '@glasspool/core';
import type { Generated } from 'kysely';
import type { Fixed } from './ledger.ts';

export interface NoticeTable {
  id: Fixed<NoticeId>;
  kind: Fixed<NoticeKind>;
  subject: Fixed<string>;
  /** The figures of its cause, a JSON object. */
  detailsJson: string;
  raisedAt: Fixed<number>;
  resolvedAt: number | null;
}

export interface NoticeReadTable {
  adminId: Fixed<UserId>;
  noticeId: Fixed<NoticeId>;
  readAt: Fixed<number>;
}

export interface SecondFactorTable {
  userId: Fixed<UserId>;
  /** The secret, encrypted under a key of the server. */
  secretBox: string;
  createdAt: number;
  /** Null until the first code was right. */
  confirmedAt: number | null;
  /** The time step of the last code taken. */
  lastStep: number;
  /** Tries since the last code that was right. */
  tries: Generated<number>;
  lastTryAt: Generated<number>;
}

export interface RecoveryCodeTable {
  userId: Fixed<UserId>;
  codeHash: Fixed<string>;
  usedAt: number | null;
}

/** The last comparison of a currency on chain with the ledger; amounts in the chain's smallest units, as decimal text. */
export interface ReconciliationTable {
  currency: Fixed<LedgerCurrency>;
  onChainUnits: string;
  inCustodyUnits: string;
  inFlightUnits: string;
  confirmingUnits: string;
  dustUnits: string;
  quarantinedUnits: string;
  unexplainedUnits: string;
  checkedAt: number;
  differsSince: number | null;
}
