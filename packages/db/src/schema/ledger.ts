import type { LedgerCurrency } from '@glasspool/core';
import type { ColumnType, Generated } from 'kysely';

/** A column that is written once. */
export type Fixed<T> = ColumnType<T, T, never>;

export interface AccountTable {
  id: Fixed<string>;
  path: Fixed<string>;
  currency: Fixed<LedgerCurrency>;
  /** 1 when the balance must never go below zero. */
  guarded: Fixed<0 | 1>;
  balanceMicro: bigint;
}

export interface TransferTable {
  id: Generated<number>;
  reference: Fixed<string>;
  kind: Fixed<string>;
  createdAt: Fixed<number>;
}

export interface PostingTable {
  transferId: Fixed<number>;
  accountId: Fixed<string>;
  amountMicro: Fixed<bigint>;
}
