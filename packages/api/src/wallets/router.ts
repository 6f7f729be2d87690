import type { TRPCRouterRecord } from '@trpc/server';
import { getBscWallet, getWallet } from './get-wallet.ts';
import { listBalanceChanges } from './list-balance-changes.ts';
import { listDailyBalances } from './list-daily-balances.ts';
import { listWallets } from './list-wallets.ts';

export const walletRoutes = {
  listWallets,
  listBalanceChanges,
  listDailyBalances,
  getWallet,
  getBscWallet,
} satisfies TRPCRouterRecord;
