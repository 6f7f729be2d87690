import type { UserId } from '@glasspool/core';
import type { Fixed } from './ledger.ts';

export interface WorkerLeaseTable {
  worker: Fixed<string>;
  holder: string;
  /** Grows with every change of holder. */
  fencingToken: number;
  expiresAt: number;
}

export interface IdempotencyKeyTable {
  userId: Fixed<UserId>;
  operation: Fixed<string>;
  requestKey: Fixed<string>;
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
