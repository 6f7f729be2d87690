import type { UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';

/** Access to an account that needs no password: a thief may have made it, and a new password alone does not end it. */
export interface OtherAccess {
  readonly passkeys: readonly string[];
  readonly apiKeys: readonly string[];
  readonly webhooks: readonly string[];
  /** Addresses of the address book that cannot be paid yet. */
  readonly waitingPayees: readonly string[];
}

/** Names the API keys, webhooks and waiting addresses of an account. Each kind has a fixed number at most. */
export async function listOtherAccess(
  tx: Transaction,
  { userId, now }: { userId: UserId; now: number },
): Promise<OtherAccess> {
  const passkeys = await tx.selectFrom('passkey').select('name').where('userId', '=', userId).execute();
  const keys = await tx
    .selectFrom('apiKey')
    .select('name')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
  const webhooks = await tx
    .selectFrom('webhook')
    .select('url')
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .execute();
  const payees = await tx
    .selectFrom('payee')
    .select(['address', 'currency'])
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .where('usableAt', '>', now)
    .execute();
  return {
    passkeys: passkeys.map(({ name }) => name),
    apiKeys: keys.map(({ name }) => name),
    webhooks: webhooks.map(({ url }) => url),
    waitingPayees: payees.map(({ address, currency }) => `${currency} to ${address}`),
  };
}

/** Ends all of it at once. */
export async function endOtherAccess(
  tx: Transaction,
  { userId, now }: { userId: UserId; now: number },
): Promise<void> {
  await tx
    .updateTable('apiKey')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
  const removed = await tx
    .updateTable('webhook')
    .set({ removedAt: now })
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of removed)
    await tx.updateTable('webhookDelivery').set({ nextTryAt: null }).where('webhookId', '=', id).execute();
  await tx
    .updateTable('payee')
    .set({ removedAt: now })
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .where('usableAt', '>', now)
    .execute();
}

/** Lines of a mail that name other access; an empty list where the account has none. */
export function describeOtherAccess(
  { passkeys, apiKeys, webhooks, waitingPayees }: OtherAccess,
  isEnded: boolean,
): string[] {
  const lines = [
    ['API keys', apiKeys],
    ['Webhooks', webhooks],
    ['Addresses that wait to be paid', waitingPayees],
  ] as const;
  const kept =
    passkeys.length > 0
      ? [
          `Passkeys, which log in without a password and which a new one does not end: ${passkeys.join(', ')}. Remove those in the settings that are not yours.`,
        ]
      : [];
  const named = lines.flatMap(([what, names]) => (names.length > 0 ? [`${what}: ${names.join(', ')}.`] : []));
  if (named.length === 0) return kept;
  return isEnded
    ? ['These were ended as well:', ...named, ...kept]
    : ['These still work. End those in the settings that are not yours:', ...named, ...kept];
}
