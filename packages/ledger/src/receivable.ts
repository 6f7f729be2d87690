import type { Currency, UserId } from '@glasspool/core';
import { type Account, receivable, userAccount } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { lockBalances } from './accounts.ts';

/**
 * Locks and returns the receivable of a user, the debt from what replaced blocks took or paid late, in micro-units; 0 or more. Locks the wallet and the other
 * accounts that the caller writes in the same step. Of two concurrent credits, the second one sees what the first one has settled. Of a
 * concurrent credit and reversal, the later one sees the earlier one.
 */
export async function lockReceivable(
  tx: Transaction,
  request: { userId: UserId; currency: Currency; also?: readonly Account[] },
): Promise<bigint> {
  const { userId, currency, also = [] } = request;
  const accounts = [receivable(userId, currency), userAccount(userId, 'wallet', currency), ...also];
  const [balanceMicro = 0n] = await lockBalances(tx, accounts);
  // A debt below zero would be paid out by the next credit.
  return balanceMicro < 0n ? -balanceMicro : 0n;
}
