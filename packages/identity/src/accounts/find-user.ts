import type { UserId } from '@glasspool/core';
import type { Role } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';

/** Account with an email, or undefined. */
export async function findUserByEmail(
  { db }: Pick<IdentityDeps, 'db'>,
  email: string,
): Promise<{ readonly id: UserId; readonly role: Role } | undefined> {
  return db.read.selectFrom('user').select(['id', 'role']).where('email', '=', email).executeTakeFirst();
}

/** Returns true when at least one account is an admin's. */
export async function hasAnyAdmin({ db }: Pick<IdentityDeps, 'db'>): Promise<boolean> {
  const admin = await db.read
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}
