import { PoolError, type UserId } from '@glasspool/core';
import type { Role } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';

export interface Profile {
  readonly id: UserId;
  readonly userName: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly referralCode: string;
  /** The inviter's user name, or null. */
  readonly referredBy: string | null;
  /** The user names of people invited directly. */
  readonly referredUsers: readonly string[];
}

const REFERRED_USERS_MAX = 1_000;

/**
 * A user's own profile.
 *
 * @throws PoolError NOT_FOUND
 */
export async function getProfile({ db }: Pick<IdentityDeps, 'db'>, userId: UserId): Promise<Profile> {
  const user = await db.read
    .selectFrom('user')
    .leftJoin('user as referrer', 'referrer.id', 'user.referredBy')
    .select([
      'user.id',
      'user.userName',
      'user.email',
      'user.role',
      'user.referralCode',
      'referrer.userName as referredBy',
    ])
    .where('user.id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) throw new PoolError('NOT_FOUND');
  const referred = await db.read
    .selectFrom('user')
    .select('userName')
    .where('referredBy', '=', userId)
    .orderBy('createdAt')
    .limit(REFERRED_USERS_MAX)
    .execute();
  const { role, ...profile } = user;
  return { ...profile, roles: [role], referredUsers: referred.map(({ userName }) => userName) };
}
