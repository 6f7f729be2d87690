export { isCompared, readBegun } from './comparisons.ts';
export {
  hasSameBooks,
  isAnythingUnderWay,
  type Reconciliation,
  reconcile,
  toMicroUp,
} from './reconcile.ts';
export {
  acceptShortages,
  compare,
  listReconciliations,
  type ReconciliationView,
  readMissing,
  recordReconciliations,
} from './record-reconciliation.ts';
export { type BooksDiscrepancy, verifyBooks } from './verify-books.ts';
