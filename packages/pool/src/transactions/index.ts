export {
  type AdminTransactionDetails,
  getAdminTransaction,
} from './get-admin-transaction.ts';
export {
  ADMIN_TRANSACTION_TYPES,
  type AdminTransaction,
  type AdminTransactionType,
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
