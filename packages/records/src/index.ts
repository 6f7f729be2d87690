export { type DailyBalance, listBalanceChanges, listDailyBalances } from './balances/index.ts';
export { type DailyFigures, listDailyFigures } from './daily-figures/index.ts';
export { type InvestmentRow, iterateInvestments, listAllInvestments } from './investments/index.ts';
export { readOwnData } from './own-data/index.ts';
export { listRateHistory } from './rate-history/index.ts';
export { listReserveSources, type ReserveSources } from './reserve-sources/index.ts';
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
export { getUser, iterateUsers, listUsers, type UserDetails, type UserRow } from './users/index.ts';
