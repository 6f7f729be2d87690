export {
  type FeedEntry,
  listPublicTransactions,
  listUserTransactions,
  TRANSACTION_TYPES,
  type TransactionType,
} from './list-transactions.ts';
