import { getWallets } from '@glasspool/pool/wallets';
import { NoInput } from '../common.contract.ts';
import type { Context } from '../context.ts';
import { readProcedure } from '../trpc.ts';
import { ListWalletsOutput } from './list-wallets.contract.ts';

/** Balances and deposit addresses of the caller, a row a currency. Signed-in users. */
export const listWallets = readProcedure
  .input(NoInput)
  .output(ListWalletsOutput)
  .query(async ({ ctx }) =>
    (await getWallets(ctx.deps, ctx.user.userId)).map((wallet) => ({
      network: wallet.network,
      currency: wallet.currency,
      address: wallet.address,
      wallet: wallet.walletMicro,
      invested: wallet.investedMicro,
      withdrawable: wallet.withdrawableMicro,
      onHold: wallet.onHoldMicro,
      receivable: wallet.receivableMicro,
      referral: wallet.referralMicro,
      confirming: wallet.confirmingMicro,
      payment: presentPayment(ctx.deps.chains[wallet.network].payment),
    })),
  );

type Payment = Context['deps']['chains']['BSC']['payment'];

function presentPayment(payment: Payment) {
  return payment.kind === 'evm' ? { ...payment } : { ...payment, genesisIds: [...payment.genesisIds] };
}
