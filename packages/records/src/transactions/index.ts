export type { FeedEntry } from './feed.ts';
export { type AdminTransactionDetails, getAdminTransaction } from './get-admin-transaction.ts';
export type { AdminTransaction } from './hydrate.ts';
export {
  iterateAdminTransactions,
  listAdminTransactions,
  pageOfKeys,
} from './list-admin-transactions.ts';
export { listPublicTransactions } from './list-public-transactions.ts';
export { iterateUserTransactions, listUserTransactions } from './list-user-transactions.ts';
