import type { TRPCRouterRecord } from '@trpc/server';
import { getAdminTransaction, listAdminTransactions, listDailyFigures } from './admin-transactions.ts';
import { getRewardReceipt } from './get-reward-receipt.ts';
import { getDepositsTotal, getInvestmentsTotal, getWithdrawalsTotal } from './get-totals.ts';
import { listPublicTransactions } from './list-public-transactions.ts';
import { listTransactionsOf, listUserTransactions } from './list-user-transactions.ts';

export const transactionRoutes = {
  listPublicTransactions,
  listUserTransactions,
  listTransactionsOf,
  getDepositsTotal,
  getWithdrawalsTotal,
  getInvestmentsTotal,
  getRewardReceipt,
  listAdminTransactions,
  getAdminTransaction,
  listDailyFigures,
} satisfies TRPCRouterRecord;
