import type { UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { IdentityDeps, ProductAccess } from '../deps.ts';

/** Access to an account that needs no password: a thief may have made it, and a new password alone does not end it. */
export interface OtherAccess extends ProductAccess {
  readonly passkeys: readonly string[];
  readonly apiKeys: readonly string[];
}

/** Names the API keys, webhooks and waiting addresses of an account. Each kind has a fixed number at most. */
export async function listOtherAccess(
  tx: Transaction,
  { accountHooks }: Pick<IdentityDeps, 'accountHooks'>,
  { userId, now }: { userId: UserId; now: number },
): Promise<OtherAccess> {
  const passkeys = await tx.selectFrom('passkey').select('name').where('userId', '=', userId).execute();
  const keys = await tx
    .selectFrom('apiKey')
    .select('name')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
  const product = await accountHooks.listAccess(tx, { userId, now });
  return {
    passkeys: passkeys.map(({ name }) => name),
    apiKeys: keys.map(({ name }) => name),
    ...product,
  };
}

/** Ends all of it at once. */
export async function endOtherAccess(
  tx: Transaction,
  { accountHooks }: Pick<IdentityDeps, 'accountHooks'>,
  { userId, now }: { userId: UserId; now: number },
): Promise<void> {
  await tx
    .updateTable('apiKey')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
  await accountHooks.endAccess(tx, { userId, now });
}
