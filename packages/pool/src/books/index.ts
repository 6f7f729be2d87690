export { type Reconciliation, reconcile, recordGasTopUp } from './reconcile.ts';
export { type BooksDiscrepancy, verifyBooks } from './verify-books.ts';
