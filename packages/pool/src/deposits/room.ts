import type { Currency, UserId } from '@glasspool/core';
import { AMOUNT_MAX_MICRO, allUserAccounts, poolAccount } from '@glasspool/core/books';
import type { Queryable, Transaction } from '@glasspool/db';
import { getBalances, lockBalances } from '@glasspool/ledger';

/**
 * Maximum of one deposit, of all balances of a user in a currency together, and of own funds: 10^9 coins, in micro-units. Anyone can mint
 * some test tokens without limit, and custody takes 10^12 coins. Without this maximum, one deposit would leave no room for the deposits of
 * others.
 */
export const DEPOSITED_MAX_MICRO = 10n ** 15n;

interface Credit {
  readonly userId: UserId | null;
  readonly currency: Currency;
  readonly amountMicro: bigint;
}

/**
 * Locks custody, and returns true when custody and the user have room for a deposit. Of two concurrent credits, the second one sees the
 * first.
 */
export async function lockRoom(tx: Transaction, credit: Credit): Promise<boolean> {
  await lockBalances(tx, [poolAccount('chain/custody', credit.currency)]);
  return hasRoom(tx, credit);
}

/** Does the same as `lockRoom` without a lock, for a check before the chain is asked. */
export async function hasRoom(db: Queryable, { userId, currency, amountMicro }: Credit): Promise<boolean> {
  // Custody is an asset account: its balance is negative.
  const custody = poolAccount('chain/custody', currency);
  const owners = userId === null ? [poolAccount('pool/ownFunds', currency)] : allUserAccounts(userId);
  const owned = owners.filter((account) => account.currency === currency);
  const [custodyMicro = 0n, ...ownedMicro] = await getBalances(db, [custody, ...owned]);
  if (amountMicro - custodyMicro > AMOUNT_MAX_MICRO) return false;
  return ownedMicro.reduce((sum, micro) => sum + micro, amountMicro) <= DEPOSITED_MAX_MICRO;
}
