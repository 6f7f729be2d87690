import type { Currency } from '@glasspool/core';
import { getWallets, type Wallet } from '@glasspool/pool/wallets';
import { NoInput } from '../common.contract.ts';
import { readProcedure } from '../trpc.ts';
import { GetBscWalletOutput, GetWalletOutput } from './get-wallet.contract.ts';

/** Both wallets, TRON first, and what is withdrawable in TRX. Signed-in users. */
export const getWallet = readProcedure
  .meta({ openapi: { method: 'GET', path: '/get-wallet', summary: 'Wallets, and the withdrawable TRX' } })
  .input(NoInput)
  .output(GetWalletOutput)
  .query(async ({ ctx }) => {
    const wallets = await getWallets(ctx.deps, ctx.user.userId);
    return {
      data: {
        wallets: present(wallets),
        withdrawableBalance: computeTotal(wallets, 'TRX', 'withdrawableMicro'),
      },
    };
  });

/** The same list, with what is withdrawable and earned by referrals in USDT. Signed-in users. */
export const getBscWallet = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/get-bsc-wallet',
      summary: 'Wallets, and the withdrawable and referral USDT',
    },
  })
  .input(NoInput)
  .output(GetBscWalletOutput)
  .query(async ({ ctx }) => {
    const wallets = await getWallets(ctx.deps, ctx.user.userId);
    return {
      data: {
        wallets: present(wallets),
        withdrawableBalance: computeTotal(wallets, 'USDT', 'withdrawableMicro'),
        referralBalance: computeTotal(wallets, 'USDT', 'referralMicro'),
      },
    };
  });

/** The specification reads the first entry as TRON's and the second as BSC's. */
function present(wallets: readonly Wallet[]) {
  return [...wallets]
    .sort((a, b) => b.network.localeCompare(a.network))
    .map(({ network, currency, address, walletMicro, confirmingMicro }) => ({
      network,
      currency,
      address,
      balance: walletMicro,
      bbalance: confirmingMicro,
    }));
}

function computeTotal(
  wallets: readonly Wallet[],
  currency: Currency,
  part: 'withdrawableMicro' | 'referralMicro',
): bigint {
  return wallets.find((wallet) => wallet.currency === currency)?.[part] ?? 0n;
}
