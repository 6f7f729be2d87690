import { PoolError, type UserId } from '@glasspool/core';
import { lockRows, type Transaction } from '@glasspool/db';

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
