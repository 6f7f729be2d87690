import {
  CURRENCY_OF,
  type Currency,
  NETWORKS,
  type Network,
  USER_CURRENCIES,
  type UserId,
} from '@glasspool/core';
import { sumMicro } from '@glasspool/db';
import { getBalances } from '@glasspool/ledger';
import { sql } from 'kysely';
import { userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';

export interface Wallet {
  readonly network: Network;
  readonly currency: Currency;
  readonly address: string;
  readonly walletMicro: bigint;
  readonly investedMicro: bigint;
  readonly withdrawableMicro: bigint;
  readonly withdrawingMicro: bigint;
  readonly referralMicro: bigint;
  /** Seen on chain, not final yet, so not credited. */
  readonly confirmingMicro: bigint;
}

/** A user's balances and deposit addresses, one row a currency. */
export async function getWallets({ db }: Pick<PoolDeps, 'db'>, userId: UserId): Promise<Wallet[]> {
  const addresses = await db.read
    .selectFrom('wallet')
    .select(['network', 'address'])
    .where('userId', '=', userId)
    .execute();
  const confirming = await readConfirming(db, userId);
  const accounts = USER_CURRENCIES.flatMap((currency) => accountsOf(userId, currency));
  const balances = await getBalances(db.read, accounts);
  const balanceOf = (currency: Currency, name: string): bigint =>
    balances[
      accounts.findIndex((account) => account.currency === currency && account.path.endsWith(`/${name}`))
    ] ?? 0n;
  return NETWORKS.flatMap((network) => {
    const address = addresses.find((candidate) => candidate.network === network)?.address;
    if (address === undefined) return [];
    const currency = CURRENCY_OF[network];
    return {
      network,
      currency,
      address,
      walletMicro: balanceOf(currency, 'wallet'),
      investedMicro: balanceOf(currency, 'invested'),
      withdrawableMicro: balanceOf(currency, 'withdrawable'),
      withdrawingMicro: balanceOf(currency, 'withdrawing'),
      referralMicro: balanceOf(currency, 'referral'),
      confirmingMicro: confirming.get(currency) ?? 0n,
    };
  });
}

function accountsOf(userId: UserId, currency: Currency): ReturnType<typeof userAccount>[] {
  return (['wallet', 'invested', 'withdrawable', 'withdrawing', 'referral'] as const).map((name) =>
    userAccount(userId, name, currency),
  );
}

async function readConfirming(db: PoolDeps['db'], userId: UserId): Promise<Map<Currency, bigint>> {
  const rows = await db.read
    .selectFrom('deposit')
    .select(['currency', sumMicro(sql`amount_micro`).as('sumMicro')])
    .where('userId', '=', userId)
    .where('state', '=', 'confirming')
    .groupBy('currency')
    .execute();
  return new Map(rows.map((row) => [row.currency, row.sumMicro]));
}
