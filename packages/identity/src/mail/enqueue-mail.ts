import { createId, type Language } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';
import { composeMail, type WriteLetter } from './templates.ts';

export interface OutgoingMail {
  readonly recipient: string;
  /** Language of a recipient who has no account yet; the language of the account counts where there is one. */
  readonly language?: Language;
  readonly write: WriteLetter;
  /** End of validity of a code or link in the mail: it is not sent after that. */
  readonly expiresAt?: number;
}

/** Puts a mail into the outbox, in the transaction of its cause. A worker sends it after the commit. */
export async function enqueueMail(
  tx: Transaction,
  deps: Pick<IdentityDeps, 'machineClock' | 'random'>,
  { recipient, language = 'en', write, expiresAt }: OutgoingMail,
): Promise<void> {
  const { machineClock: clock, random } = deps;
  const now = clock.now();
  const reader = await tx
    .selectFrom('user')
    .select('language')
    .where('email', '=', recipient)
    .executeTakeFirst();
  await tx
    .insertInto('mail')
    .values({
      id: createId('mail', { clock, random }),
      ...composeMail(recipient, reader?.language ?? language, write),
      tries: 0,
      nextTryAt: now,
      createdAt: now,
      sentAt: null,
      expiresAt: expiresAt ?? null,
    })
    .execute();
}
