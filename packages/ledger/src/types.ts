/** Contradiction between stored balances and postings, or violation of the grammar of transfers. */
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

/** Thrown when an account would have gone below zero. Nothing was written. */
export class OverdrawnError extends Error {
  override readonly name = 'OverdrawnError';
  readonly accountId: string;

  constructor(accountId: string) {
    super(`Account ${accountId} does not hold that much.`);
    this.accountId = accountId;
  }
}

/** Thrown when a reference was used before, for another transfer, or when the caller must be the first. Nothing was written. */
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
