import type { UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';
import { enqueueMail } from './enqueue-mail.ts';
import type { WriteLetter } from './templates.ts';

/** Mails a user about their money, unless they turned alerts off, in the transaction of the cause. */
export async function enqueueAlert(
  tx: Transaction,
  deps: Pick<IdentityDeps, 'machineClock' | 'random'>,
  { userId, write }: { userId: UserId; write: WriteLetter },
): Promise<void> {
  const user = await tx
    .selectFrom('user')
    .select(['email', 'emailAlerts'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined || user.emailAlerts === 0) return;
  await enqueueMail(tx, deps, { recipient: user.email, write });
}
