import { PoolError, type UserId } from '@glasspool/core';
import { lockRows, type Role, type Transaction } from '@glasspool/db';
import type { Actor } from '../deps.ts';

/** A user whose row no other transaction changes. */
interface LockedUser {
  readonly email: string;
  readonly lockedAt: number | null;
  readonly lockReason: string | null;
  readonly passwordHash: string;
}

/**
 * Locks a user's row until the transaction ends: of two calls that count what the user has, the second sees what the first one made.
 *
 * @throws PoolError NOT_FOUND
 */
export async function lockUserRow(tx: Transaction, userId: UserId): Promise<LockedUser> {
  const query = tx
    .selectFrom('user')
    .select(['email', 'lockedAt', 'lockReason', 'passwordHash'])
    .where('id', '=', userId);
  const user = await lockRows(tx, query).executeTakeFirst();
  if (user === undefined) throw new PoolError('NOT_FOUND');
  return user;
}

/**
 * Locks the row of the caller's account until the transaction ends, and refuses a call whose session has ended since it began. What ends
 * sessions, such as a new password, locks that row before it does: what a thief began before is not finished after it.
 *
 * @throws PoolError NOT_SIGNED_IN
 */
export async function lockActor(
  tx: Transaction,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<LockedUser> {
  const user = await lockUserRow(tx, userId);
  const session = await tx
    .selectFrom('session')
    .select('endedAt')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (user.lockedAt !== null || session === undefined || session.endedAt !== null)
    throw new PoolError('NOT_SIGNED_IN');
  return user;
}

/** Account whose access an admin changes, as it was before. */
interface Subject {
  readonly role: Role;
  readonly lockedAt: number | null;
  readonly lockReason: string | null;
}

/**
 * Locks the rows of an admin and of the account whose access they change: of two admins who take each other's access away at the same
 * moment the second one finds that it is gone. All lock them in one order.
 *
 * @throws PoolError NOT_FOUND, FORBIDDEN when the admin is locked or none any more
 */
export async function lockForAdmin(
  tx: Transaction,
  { adminId, userId }: { adminId: UserId; userId: UserId },
): Promise<Subject> {
  const query = tx
    .selectFrom('user')
    .select(['id', 'role', 'lockedAt', 'lockReason'])
    .where('id', 'in', [adminId, userId])
    .orderBy('id');
  const rows = await lockRows(tx, query).execute();
  const admin = rows.find(({ id }) => id === adminId);
  if (admin?.role !== 'admin' || admin.lockedAt !== null) throw new PoolError('FORBIDDEN');
  const subject = rows.find(({ id }) => id === userId);
  if (subject === undefined) throw new PoolError('NOT_FOUND');
  return subject;
}
