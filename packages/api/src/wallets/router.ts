import type { TRPCRouterRecord } from '@trpc/server';
import { getBscWallet, getWallet } from './get-wallet.ts';
import { listWallets } from './list-wallets.ts';

export const walletRoutes = { listWallets, getWallet, getBscWallet } satisfies TRPCRouterRecord;
