import type { LedgerCurrency, NoticeId, NoticeKind, PasskeyId, UserId } from '@glasspool/core';
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

export interface TwoFactorTable {
  userId: Fixed<UserId>;
  /** The secret, encrypted under a key of the server. */
  secretBox: string;
  createdAt: number;
  /** Null until the first code was right. */
  confirmedAt: number | null;
  /** The time step of the last code taken. */
  lastStep: number;
}

export interface RecoveryCodeTable {
  userId: Fixed<UserId>;
  codeHash: Fixed<string>;
  usedAt: number | null;
}

export interface PasskeyTable {
  id: Fixed<PasskeyId>;
  userId: Fixed<UserId>;
  /** Base64url, as the browser writes it. */
  credentialId: Fixed<string>;
  /** COSE key, base64url. */
  publicKey: Fixed<string>;
  /** The signature counter; stays 0 with passkeys that are kept on several devices. */
  signCount: number;
  /** JSON: how browsers reach it. */
  transports: Fixed<string>;
  name: Fixed<string>;
  createdAt: Fixed<number>;
  lastUsedAt: number | null;
  /** When its counter went back; from then on it is refused. */
  copiedAt: number | null;
}

export interface PasskeyAnswerTable {
  /** SHA-256 of the challenge, in hex: it is answered once. */
  challengeHash: Fixed<string>;
  userId: Fixed<UserId>;
  answeredAt: Fixed<number>;
  /** Of an answer given in a session: when an action used it. */
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
  lostUnits: Generated<string>;
  unexplainedUnits: string;
  /** Shortage over which an admin resumed payouts. */
  acceptedUnits: Generated<string>;
  checkedAt: number;
  differsSince: number | null;
}
