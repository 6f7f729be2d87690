import type { Currency, UserId } from '@glasspool/core';
import { type Account, receivable, userAccount } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { lockBalances } from '@glasspool/ledger';

/**
 * Owed by a user since the chain reversed a deposit of theirs, in micro-units; 0 or more. Locked together with the wallet and what else the
 * caller writes: of two credits at once the second one finds what the first has settled, and of a credit and a reversal either finds the other.
 */
export async function lockReceivable(
  tx: Transaction,
  request: { userId: UserId; currency: Currency; also?: readonly Account[] },
): Promise<bigint> {
  const { userId, currency, also = [] } = request;
  const accounts = [receivable(userId, currency), userAccount(userId, 'wallet', currency), ...also];
  const [balanceMicro = 0n] = await lockBalances(tx, accounts);
  return -balanceMicro;
}
