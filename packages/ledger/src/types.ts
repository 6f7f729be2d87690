import type { LedgerCurrency } from '@glasspool/core';

/** One account of the books: a path such as `user/usr_…/wallet`, in one currency. */
export interface AccountRef {
  readonly path: string;
  readonly currency: LedgerCurrency;
  /** A guarded account can never go below zero: the database refuses it. */
  readonly guarded: boolean;
}

/** Money that goes from one account to another of the same currency; always more than zero. */
export interface Move {
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly amountMicro: bigint;
}

export interface TransferRequest {
  /** Made from what caused the transfer, so that doing a thing twice is impossible (decisions.md 2). */
  readonly reference: string;
  readonly kind: string;
  readonly createdAt: number;
  readonly moves: readonly Move[];
}

/** A way in which kept balances or postings contradict each other. */
export interface Discrepancy {
  readonly rule:
    | 'transfer-sums-to-zero'
    | 'balance-equals-postings'
    | 'guarded-not-negative'
    | 'transfer-has-postings';
  readonly subject: string;
  readonly detail: string;
}

/** An account would have gone below zero. Nothing was written. */
export class OverdrawnError extends Error {
  override readonly name = 'OverdrawnError';
  readonly accountId: string;

  constructor(accountId: string) {
    super(`Account ${accountId} does not hold that much.`);
    this.accountId = accountId;
  }
}
