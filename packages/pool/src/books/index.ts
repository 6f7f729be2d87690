export { type Reconciliation, readDustUnits, reconcile, recordGasTopUp } from './reconcile.ts';
export {
  listReconciliations,
  type ReconciliationView,
  recordReconciliations,
} from './record-reconciliation.ts';
export { type BooksDiscrepancy, verifyBooks } from './verify-books.ts';
