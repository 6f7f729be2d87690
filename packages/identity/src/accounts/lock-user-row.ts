import { PoolError, type UserId } from '@glasspool/core';
import { lockRows, type Role, type Transaction } from '@glasspool/db';

/**
 * Locks a user's row until the transaction ends: of two calls that count what the user has, the second sees what the first one made.
 *
 * @throws PoolError NOT_FOUND
 */
export async function lockUserRow(
  tx: Transaction,
  userId: UserId,
): Promise<{ lockedAt: number | null; lockReason: string | null }> {
  const query = tx.selectFrom('user').select(['lockedAt', 'lockReason']).where('id', '=', userId);
  const user = await lockRows(tx, query).executeTakeFirst();
  if (user === undefined) throw new PoolError('NOT_FOUND');
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
