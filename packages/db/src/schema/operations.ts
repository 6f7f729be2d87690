import type { Currency, LedgerCurrency, UserId } from '@glasspool/core';
import type { Generated } from 'kysely';
import type { Fixed } from './ledger.ts';

export interface WorkerLeaseTable {
  worker: Fixed<string>;
  holder: string;
  /** Counts the holders: each has a higher one than those before it. */
  token: number;
  /** By the clock of the database. */
  expiresAt: number;
}

export interface IdempotencyKeyTable {
  userId: Fixed<UserId>;
  operation: Fixed<string>;
  key: Fixed<string>;
  requestHash: Fixed<string>;
  resultId: Fixed<string>;
  createdAt: Fixed<number>;
}

export interface SettingTable {
  name: Fixed<string>;
  value: string;
}

export interface CounterTable {
  name: Fixed<string>;
  value: number;
}

export type DailyTotalKind =
  | 'deposit'
  | 'withdrawal'
  | 'investment'
  | 'maturity'
  | 'reward'
  | 'funding'
  | 'request'
  | 'operator-request';

export interface DailyTotalTable {
  kind: Fixed<DailyTotalKind>;
  currency: Fixed<Currency>;
  /** Days since 1970-01-01, UTC. */
  day: Fixed<number>;
  amountMicro: bigint;
  entries: number;
}

export interface AuditLinkTable {
  position: Fixed<number>;
  lineId: Fixed<number>;
  /** SHA-256, in hex, of the digest before it and of the line. */
  digest: Fixed<string>;
}

export interface AuditLogTable {
  id: Generated<number>;
  adminId: Fixed<UserId>;
  action: Fixed<string>;
  subject: Fixed<string>;
  beforeJson: Fixed<string>;
  afterJson: Fixed<string>;
  ipAddress: Fixed<string>;
  requestId: Fixed<string>;
  createdAt: Fixed<number>;
}

/** Sum of what lies below a micro-unit, in the chain's smallest units as decimal text. */
export interface DustTable {
  currency: Fixed<LedgerCurrency>;
  units: string;
}

/** Found at an address that a sweep emptied, when it was asked last; in the chain's smallest units as decimal text. */
export interface StrayBalanceTable {
  currency: Fixed<LedgerCurrency>;
  address: Fixed<string>;
  units: string;
}
