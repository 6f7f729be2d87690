import type { UserId } from '@glasspool/core';
import { recordAdminAction } from '../audit/index.ts';
import type { CallOrigin, PoolDeps } from '../deps.ts';
import { lockUserRow } from './lock-user-row.ts';

/**
 * Notes something about a user for the staff. The note is a line of the audit log, so it is never changed.
 *
 * @throws PoolError NOT_FOUND
 */
export async function addNote(
  deps: Pick<PoolDeps, 'db' | 'machineClock'>,
  { adminId, origin, userId, note }: { adminId: UserId; origin: CallOrigin; userId: UserId; note: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockUserRow(tx, userId);
    await recordAdminAction(tx, deps, {
      adminId,
      origin,
      action: 'user.note',
      subject: userId,
      before: {},
      after: { note },
    });
  });
}
