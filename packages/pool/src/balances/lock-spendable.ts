import { type Currency, formatAmount, PoolError, type UserId } from '@glasspool/core';
import { type Account, receivable, type UserBalance, userAccount } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { lockBalances } from '@glasspool/ledger';

/** One balance of a user, and what of it the user may spend. Amounts in micro-units. */
export interface Spendable {
  readonly balanceMicro: bigint;
  /** Owed by the user since the chain reversed a credited deposit. */
  readonly receivableMicro: bigint;
  /** The balance less the receivable; at least 0. */
  readonly availableMicro: bigint;
}

/** Locks a balance together with the receivable and with other accounts that the caller writes, in one call. */
export async function lockSpendable(
  tx: Transaction,
  of: { userId: UserId; currency: Currency; name: UserBalance; also?: readonly Account[] },
): Promise<Spendable> {
  const { userId, currency, name, also = [] } = of;
  const [balanceMicro = 0n, owedMicro = 0n] = await lockBalances(tx, [
    userAccount(userId, name, currency),
    receivable(userId, currency),
    ...also,
  ]);
  const receivableMicro = -owedMicro;
  const availableMicro = balanceMicro > receivableMicro ? balanceMicro - receivableMicro : 0n;
  return { balanceMicro, receivableMicro, availableMicro };
}

/**
 * Refuses to spend a balance that only the receivable keeps back, with the reason.
 *
 * @throws PoolError RECEIVABLE_OUTSTANDING
 */
export function assertNotKeptBack(
  { balanceMicro, receivableMicro, availableMicro }: Spendable,
  wanted: { currency: Currency; amountMicro: bigint },
): void {
  const { currency, amountMicro } = wanted;
  if (amountMicro <= availableMicro || amountMicro > balanceMicro) return;
  throw new PoolError('RECEIVABLE_OUTSTANDING', {
    currency,
    receivable: formatAmount(receivableMicro),
    available: formatAmount(availableMicro),
  });
}
