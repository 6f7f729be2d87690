import { formatAmount } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { composeMail, enqueueMail } from '../mail/index.ts';
import type { Withdrawal } from './transition.ts';

/** Mails a user who pays to an address for the first time. Whoever stole a session would be seen by it. */
export async function tellOfNewAddress(
  tx: Transaction,
  deps: Pick<PoolDeps, 'machineClock' | 'random'>,
  { id, userId, currency, address, amountMicro }: Withdrawal,
): Promise<void> {
  const earlier = await tx
    .selectFrom('withdrawal')
    .select('id')
    .where('userId', '=', userId)
    .where('currency', '=', currency)
    .where('address', '=', address)
    .where('id', '!=', id)
    .where('state', 'not in', ['rejected', 'failed'])
    .limit(1)
    .executeTakeFirst();
  if (earlier !== undefined) return;
  const { email } = await tx
    .selectFrom('user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const notice = `A withdrawal of ${formatAmount(amountMicro)} ${currency} to ${address} was asked for. Your account has not paid to this address before. If it was not you, change your password now and write to support.`;
  await enqueueMail(tx, deps, composeMail(email, 'A withdrawal to a new address', [notice]));
}
