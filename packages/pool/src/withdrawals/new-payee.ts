import {
  type Currency,
  formatAmount,
  UNPAID_STATES,
  type UserId,
  type WithdrawalState,
} from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import { enqueueMail } from '@glasspool/identity/mail';
import type { PoolDeps } from '../deps.ts';
import type { Withdrawal } from './transition.ts';

/** Returns true when an account has not paid to an address before, nor is about to: withdrawals in the left out states are no payments. */
export async function isNewPayee(
  db: Queryable,
  payee: { userId: UserId; currency: Currency; address: string },
  leftOut: readonly WithdrawalState[] = UNPAID_STATES,
): Promise<boolean> {
  const earlier = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('userId', '=', payee.userId)
    .where('currency', '=', payee.currency)
    .where('address', '=', payee.address)
    .where('state', 'not in', leftOut)
    .limit(1)
    .executeTakeFirst();
  return earlier === undefined;
}

/** Mails a user who pays to an address for the first time, so that a stolen session is noticed. */
export async function notifyNewPayee(
  tx: Transaction,
  deps: Pick<PoolDeps, 'machineClock' | 'random'>,
  { userId, currency, address, amountMicro }: Withdrawal,
): Promise<void> {
  const { email } = await tx
    .selectFrom('user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await enqueueMail(tx, deps, {
    recipient: email,
    write: (texts) => texts.newPayee({ amount: formatAmount(amountMicro), currency, address }),
  });
}
