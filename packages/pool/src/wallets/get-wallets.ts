import {
  CURRENCY_OF,
  type Currency,
  NETWORKS,
  type Network,
  USER_CURRENCIES,
  type UserId,
} from '@glasspool/core';
import { receivable, USER_BALANCES, type UserBalance, userAccount } from '@glasspool/core/books';
import { sumMicro } from '@glasspool/db';
import { getBalances } from '@glasspool/ledger';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';

export interface Wallet {
  readonly network: Network;
  readonly currency: Currency;
  readonly address: string;
  readonly walletMicro: bigint;
  readonly investedMicro: bigint;
  readonly withdrawableMicro: bigint;
  readonly onHoldMicro: bigint;
  readonly referralMicro: bigint;
  /** Owed by the user since the chain reversed a credited deposit; what may be spent is each balance less this. */
  readonly receivableMicro: bigint;
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
  const balances = new Map<Currency, Map<UserBalance | 'receivable', bigint>>();
  for (const currency of USER_CURRENCIES) balances.set(currency, await readBalances(db, userId, currency));
  return NETWORKS.flatMap((network) => {
    const address = addresses.find((candidate) => candidate.network === network)?.address;
    if (address === undefined) return [];
    const currency = CURRENCY_OF[network];
    const balance = (name: UserBalance | 'receivable'): bigint => balances.get(currency)?.get(name) ?? 0n;
    return {
      network,
      currency,
      address,
      walletMicro: balance('wallet'),
      investedMicro: balance('invested'),
      withdrawableMicro: balance('withdrawable'),
      onHoldMicro: balance('onHold'),
      referralMicro: balance('referral'),
      receivableMicro: -balance('receivable'),
      confirmingMicro: confirming.get(currency) ?? 0n,
    };
  });
}

async function readBalances(
  db: PoolDeps['db'],
  userId: UserId,
  currency: Currency,
): Promise<Map<UserBalance | 'receivable', bigint>> {
  const names = [...USER_BALANCES, 'receivable'] as const;
  const amounts = await getBalances(db.read, [
    ...USER_BALANCES.map((name) => userAccount(userId, name, currency)),
    receivable(userId, currency),
  ]);
  return new Map(names.map((name, index) => [name, amounts[index] ?? 0n]));
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
