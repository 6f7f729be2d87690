import type { UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { composeMail } from './templates.ts';

export interface Alert {
  readonly userId: UserId;
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Mails a user about their money, if they want to be told, in the transaction of what happened. */
export async function enqueueAlert(
  tx: Transaction,
  deps: Pick<PoolDeps, 'machineClock' | 'random'>,
  alert: Alert,
): Promise<void> {
  const user = await tx
    .selectFrom('user')
    .select(['email', 'emailAlerts'])
    .where('id', '=', alert.userId)
    .executeTakeFirst();
  if (user === undefined || user.emailAlerts === 0) return;
  await enqueueMail(tx, deps, composeMail(user.email, alert.subject, alert.paragraphs));
}
