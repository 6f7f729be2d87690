import type { TRPCRouterRecord } from '@trpc/server';
import { getHotWallet, haltPayouts, resumePayouts, withdrawOwnFunds } from './hot-wallet.ts';

export const hotWalletRoutes = {
  getHotWallet,
  withdrawOwnFunds,
  haltPayouts,
  resumePayouts,
} satisfies TRPCRouterRecord;
