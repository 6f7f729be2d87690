import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

const RestWallet = z.object({
  network: z.enum(['BSC', 'TRON']),
  currency: CurrencyField,
  address: z.string(),
  balance: MicroAmount,
  bbalance: MicroAmount.describe('What is still confirming.'),
});

export const GetWalletOutput = z.object({
  data: z.object({ wallets: z.array(RestWallet), withdrawableBalance: MicroAmount }),
});
export const GetBscWalletOutput = z.object({
  data: z.object({
    wallets: z.array(RestWallet),
    withdrawableBalance: MicroAmount,
    referralBalance: MicroAmount,
  }),
});
