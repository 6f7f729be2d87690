export {
  type AdminTransactionDetails,
  getAdminTransaction,
} from './get-admin-transaction.ts';
export {
  type AdminTransaction,
  iterateAdminTransactions,
  listAdminTransactions,
  pageOfKeys,
} from './list-admin-transactions.ts';
export {
  type FeedEntry,
  listPublicTransactions,
  listUserTransactions,
  TRANSACTION_TYPES,
  type TransactionType,
} from './list-transactions.ts';
