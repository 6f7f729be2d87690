import { type Currency, USER_CURRENCIES } from '@glasspool/core';
import { ACCOUNT_CLASSES, type AccountClassName, LIABILITY_CLASSES } from '@glasspool/core/books';
import type { Database } from '@glasspool/db';
import { sumByClass } from '@glasspool/ledger';

/** Object.keys says string; the record has no other keys. */
const ALL_CLASSES = Object.keys(ACCOUNT_CLASSES) as AccountClassName[];
/** Whatever is owed, apart from what users owe, which is taken off. */
const CLAIMS: readonly AccountClassName[] = [...LIABILITY_CLASSES, 'pool/reserve', 'pool/rewardsPayable'];

/** Sums of the books in a currency, in micro-units. */
export interface BookSums {
  readonly currency: Currency;
  /** Of all accounts together. */
  readonly imbalance: bigint;
  /** On chain and under way. */
  readonly heldMicro: bigint;
  /** Owed to users and others, less what users owe. */
  readonly claimsMicro: bigint;
}

/** Reads the sums from the accounts themselves: the pool's own figures are not used. */
export async function readBookSums({ read }: Pick<Database, 'read'>): Promise<BookSums[]> {
  const sums = new Map<string, bigint>();
  for (const { accountClass, currency, balanceMicro } of await sumByClass(read)) {
    const key = `${accountClass} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0n) + balanceMicro);
  }
  return USER_CURRENCIES.map((currency) => {
    const sum = (...classes: readonly AccountClassName[]): bigint =>
      classes.reduce((total, name) => total + (sums.get(`${name} ${currency}`) ?? 0n), 0n);
    return {
      currency,
      imbalance: sum(...ALL_CLASSES),
      // Assets stand below zero in the ledger, what users owe among them.
      heldMicro: -sum('chain/custody', 'chain/inFlight'),
      claimsMicro: sum(...CLAIMS, 'user/receivable'),
    };
  });
}
