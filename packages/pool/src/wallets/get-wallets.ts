import {
  CURRENCY_OF,
  type Currency,
  NETWORKS,
  type Network,
  USER_CURRENCIES,
  type UserId,
} from '@glasspool/core';
import { receivable, USER_BALANCES, type UserBalance, userAccount } from '@glasspool/core/books';
import { type Param, prepareSelect, sumMicro } from '@glasspool/db';
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

const selectAddresses = prepareSelect((db, param: Param<{ userId: UserId }>) =>
  db.selectFrom('wallet').select(['network', 'address']).where('userId', '=', param('userId')),
);

const selectConfirming = prepareSelect((db, param: Param<{ userId: UserId }>) =>
  db
    .selectFrom('deposit')
    .select(['currency', sumMicro(sql`amount_micro`).as('sumMicro')])
    .where('userId', '=', param('userId'))
    .where('state', '=', 'confirming')
    .groupBy('currency'),
);

/** A user's balances and deposit addresses, one row a currency. */
export async function getWallets({ db }: Pick<PoolDeps, 'db'>, userId: UserId): Promise<Wallet[]> {
  const addresses = await selectAddresses(db.read, { userId });
  const confirming = await readConfirming(db, userId);
  const balances = await readBalances(db, userId);
  return NETWORKS.flatMap((network) => {
    const address = addresses.find((candidate) => candidate.network === network)?.address;
    if (address === undefined) return [];
    const currency = CURRENCY_OF[network];
    const balance = (name: UserBalance | 'receivable'): bigint => balances.get(`${currency} ${name}`) ?? 0n;
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

/** Balances of a user by currency and name. */
async function readBalances(db: PoolDeps['db'], userId: UserId): Promise<Map<string, bigint>> {
  const accounts = USER_CURRENCIES.flatMap((currency) => [
    ...USER_BALANCES.map((name) => ({ currency, name, account: userAccount(userId, name, currency) })),
    { currency, name: 'receivable', account: receivable(userId, currency) },
  ]);
  const amounts = await getBalances(
    db.read,
    accounts.map(({ account }) => account),
  );
  return new Map(accounts.map(({ currency, name }, index) => [`${currency} ${name}`, amounts[index] ?? 0n]));
}

async function readConfirming(db: PoolDeps['db'], userId: UserId): Promise<Map<Currency, bigint>> {
  const rows = await selectConfirming(db.read, { userId });
  return new Map(rows.map((row) => [row.currency, row.sumMicro]));
}
