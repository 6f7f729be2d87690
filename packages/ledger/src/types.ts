/** A way in which kept balances or postings contradict each other, or the grammar of transfers. */
export interface Discrepancy {
  readonly rule:
    | 'transfer-sums-to-zero'
    | 'balance-equals-postings'
    | 'guarded-not-negative'
    | 'transfer-has-postings'
    | 'transfer-in-grammar';
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

/** A reference was used before, for another transfer, or by a caller that must be the first. Nothing was written. */
export class ReferenceConflictError extends Error {
  override readonly name = 'ReferenceConflictError';

  constructor(reference: string, how: 'other content' | 'not the first') {
    super(
      how === 'other content'
        ? `Transfer ${reference} was posted before, with other content.`
        : `Transfer ${reference} was posted before.`,
    );
  }
}
