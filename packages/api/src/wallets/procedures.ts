import type { Currency } from '@glasspool/core';
import { getWallets, type Wallet } from '@glasspool/pool/wallets';
import {
  listDailyBalances as listFromPool,
  listBalanceChanges as listInPool,
} from '@glasspool/records/balances';
import type { TRPCRouterRecord } from '@trpc/server';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { MicroAmount, NoInput, Timestamp } from '../contract.ts';
import { CurrencyField } from '../forms.ts';
import { present } from '../present.ts';
import { readProcedure } from '../trpc.ts';
import {
  GetBscWalletOutput,
  GetWalletOutput,
  ListBalanceChangesInput,
  ListBalanceChangesOutput,
  ListWalletsOutput,
} from './contract.ts';

/** Both wallets, TRON first, and what is withdrawable in TRX. Signed-in users. */
const getWallet = readProcedure
  .meta({ openapi: { method: 'GET', path: '/get-wallet', summary: 'Wallets, and the withdrawable TRX' } })
  .input(NoInput)
  .output(GetWalletOutput)
  .query(async ({ ctx }) => {
    const wallets = await getWallets(ctx.deps, ctx.user.userId);
    return {
      data: {
        wallets: presentInOrder(wallets),
        withdrawableBalance: computeTotal(wallets, 'TRX', 'withdrawableMicro'),
      },
    };
  });

/** The same list, with what is withdrawable and earned by referrals in USDT. Signed-in users. */
const getBscWallet = readProcedure
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
        wallets: presentInOrder(wallets),
        withdrawableBalance: computeTotal(wallets, 'USDT', 'withdrawableMicro'),
        referralBalance: computeTotal(wallets, 'USDT', 'referralMicro'),
      },
    };
  });

/** The specification reads the first entry as TRON's and the second as BSC's. */
function presentInOrder(wallets: readonly Wallet[]) {
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

/** Changes of the caller's balances after an entry, oldest first: a program that goes on from `meta.since` misses none. Signed-in users, API keys. */
const listBalanceChanges = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/balances/changes',
      summary: 'Every change of a balance since an entry, oldest first',
    },
  })
  .input(ListBalanceChangesInput)
  .output(ListBalanceChangesOutput)
  .query(async ({ ctx, input: { since, limit } }) => {
    const entries = await listInPool(ctx.deps, { userId: ctx.user.userId, since, limit });
    const data = entries.map(({ number, kind, createdAt, changes }) => ({
      number,
      kind,
      timestamp: createdAt,
      changes: changes.map(({ amountMicro, ...where }) => ({ ...where, amount: amountMicro })),
    }));
    return { data, meta: { since: entries.at(-1)?.number ?? since, limit } };
  });

const ListDailyBalancesInput = z.strictObject({ currency: CurrencyField });
const ListDailyBalancesOutput = z.object({
  data: z.array(
    z.object({
      at: Timestamp.describe('End of a UTC day; now for the last one.'),
      invested: MicroAmount,
      free: MicroAmount.describe('Wallet, withdrawable, on hold and referral rewards.'),
    }),
  ),
});

/** Balances of the caller at the end of each of the last 30 UTC days, and now. Signed-in users, API keys. */
const listDailyBalances = readProcedure
  .meta({ openapi: { method: 'GET', path: '/balances/daily', summary: "The user's balances of 30 days" } })
  .input(ListDailyBalancesInput)
  .output(ListDailyBalancesOutput)
  .query(async ({ ctx, input: { currency } }) => ({
    data: (await listFromPool(ctx.deps, { userId: ctx.user.userId, currency })).map(present),
  }));

/** Balances and deposit addresses of the caller, a row a currency. Signed-in users. */
const listWallets = readProcedure
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

export const walletRoutes = {
  listWallets,
  listBalanceChanges,
  listDailyBalances,
  getWallet,
  getBscWallet,
} satisfies TRPCRouterRecord;
