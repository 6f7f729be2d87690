import type { LedgerCurrency, UserId } from '@glasspool/core';
import type { AccountClassName, TransferKind } from '@glasspool/core/books';
import type { ColumnType, Generated } from 'kysely';

/** A column that is written once. */
export type Fixed<T> = ColumnType<T, T, never>;

export interface AccountTable {
  id: Fixed<string>;
  path: Fixed<string>;
  currency: Fixed<LedgerCurrency>;
  accountClass: Fixed<AccountClassName>;
  /** Null for the pool's own accounts. */
  userId: Fixed<UserId | null>;
  /** 1 when the balance must never go below zero. */
  guarded: Fixed<0 | 1>;
  balanceMicro: bigint;
}

export interface TransferTable {
  id: Generated<number>;
  reference: Fixed<string>;
  kind: Fixed<TransferKind>;
  createdAt: Fixed<number>;
}

export interface PostingTable {
  transferId: Fixed<number>;
  accountId: Fixed<string>;
  amountMicro: Fixed<bigint>;
}
