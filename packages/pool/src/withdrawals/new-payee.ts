import { type Currency, formatAmount, UNPAID_STATES, type UserId } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { composeMail, enqueueMail } from '../mail/index.ts';
import type { Withdrawal } from './transition.ts';

/** Returns true when an account has not paid to an address before, nor is about to. */
export async function isNewPayee(
  db: Queryable,
  payee: { userId: UserId; currency: Currency; address: string },
): Promise<boolean> {
  const earlier = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('userId', '=', payee.userId)
    .where('currency', '=', payee.currency)
    .where('address', '=', payee.address)
    .where('state', 'not in', UNPAID_STATES)
    .limit(1)
    .executeTakeFirst();
  return earlier === undefined;
}

/** Mails a user who pays to an address for the first time. Whoever stole a session would be seen by it. */
export async function tellOfNewPayee(
  tx: Transaction,
  deps: Pick<PoolDeps, 'machineClock' | 'random'>,
  { userId, currency, address, amountMicro }: Withdrawal,
): Promise<void> {
  const { email } = await tx
    .selectFrom('user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const notice = `A withdrawal of ${formatAmount(amountMicro)} ${currency} to ${address} was asked for. Your account has not paid to this address before. If it was not you, change your password now and write to support.`;
  await enqueueMail(tx, deps, composeMail(email, 'A withdrawal to a new address', [notice]));
}
