export { readOwnData } from './own-data/index.ts';
export { getRewardReceipt, type RowProof } from './reward-receipts/index.ts';
export { readStatement, type Statement } from './statements/index.ts';
export {
  type AdminTransaction,
  type AdminTransactionDetails,
  type FeedEntry,
  getAdminTransaction,
  iterateAdminTransactions,
  iterateUserTransactions,
  listAdminTransactions,
  listPublicTransactions,
  listUserTransactions,
  pageOfKeys,
} from './transactions/index.ts';
