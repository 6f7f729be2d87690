export { accountId, getBalance, getBalances, lockBalances, splitAccountId } from './accounts.ts';
export { closeBooks } from './closing-date.ts';
export { getPosition, lockOwnFunds, lockPosition, sumByClass } from './position.ts';
export { type BatchCredits, postBatch } from './post-batch.ts';
export { postNew, postTransfer } from './post-transfer.ts';
export { listNewestPostings, listPostingsAfter, type PostingView } from './postings.ts';
export { type Discrepancy, OverdrawnError, ReferenceConflictError } from './types.ts';
export { verifyLedger } from './verify-ledger.ts';
