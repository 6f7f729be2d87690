import type { UserId } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';

/** Returns true for an account with an authenticator app, or a passkey. One that was copied counts too: it must not open what it guarded. */
export async function hasTwoFactor(db: Queryable, userId: UserId): Promise<boolean> {
  const app = await db
    .selectFrom('twoFactor')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  return app !== undefined || (await countPasskeys(db, userId)) > 0;
}

/** The number of an account's passkeys, ten at most. */
export async function countPasskeys(db: Queryable, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('passkey')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
