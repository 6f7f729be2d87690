import { createId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { MailMessage, PoolDeps } from '../deps.ts';

/**
 * Puts a message into the outbox, in the transaction of what caused it. A worker sends it after the commit, but not after `expiresAt`, the
 * end of validity of a code or link in it.
 */
export async function enqueueMail(
  tx: Transaction,
  deps: Pick<PoolDeps, 'machineClock' | 'random'>,
  message: MailMessage,
  { expiresAt = null }: { expiresAt?: number | null } = {},
): Promise<void> {
  const { machineClock: clock, random } = deps;
  const now = clock.now();
  await tx
    .insertInto('mail')
    .values({
      id: createId('mail', { clock, random }),
      ...message,
      tries: 0,
      nextTryAt: now,
      createdAt: now,
      sentAt: null,
      expiresAt,
    })
    .execute();
}
