import type { Currency, UserId } from '@glasspool/core';
import { AMOUNT_MAX_MICRO, allUserAccounts, poolAccount } from '@glasspool/core/books';
import type { Queryable, Transaction } from '@glasspool/db';
import { getBalances, lockBalances } from '@glasspool/ledger';

/**
 * The most that one deposit, and all balances of a user in a currency once it is credited, may be, and own funds: 10^9 in micro-units. Anyone can mint some test
 * tokens without an end, and custody takes 10^12: without it, one deposit would leave no room for those of others.
 */
export const DEPOSITED_MAX_MICRO = 10n ** 15n;

interface Credit {
  readonly userId: UserId | null;
  readonly currency: Currency;
  readonly amountMicro: bigint;
}

/** Returns true when custody and the user have room for a deposit. Locks custody, so that of two credits at once one finds the other. */
export async function lockRoom(tx: Transaction, credit: Credit): Promise<boolean> {
  await lockBalances(tx, [poolAccount('chain/custody', credit.currency)]);
  return hasRoom(tx, credit);
}

/** The same without a lock, for a look before anything else is asked. */
export async function hasRoom(db: Queryable, { userId, currency, amountMicro }: Credit): Promise<boolean> {
  // Custody is an asset, whose balance is kept below zero.
  const custody = poolAccount('chain/custody', currency);
  const owners = userId === null ? [poolAccount('pool/ownFunds', currency)] : allUserAccounts(userId);
  const owned = owners.filter((account) => account.currency === currency);
  const [custodyMicro = 0n, ...ownedMicro] = await getBalances(db, [custody, ...owned]);
  if (amountMicro - custodyMicro > AMOUNT_MAX_MICRO) return false;
  return ownedMicro.reduce((sum, micro) => sum + micro, amountMicro) <= DEPOSITED_MAX_MICRO;
}
