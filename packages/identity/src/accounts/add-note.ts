import type { UserId } from '@glasspool/core';
import { findEarlierResult, rememberKey, toKey } from '@glasspool/db';
import { recordAdminAction } from '../audit/record-admin-action.ts';
import type { CallOrigin, IdentityDeps } from '../deps.ts';
import { lockUserRow } from './lock-user-row.ts';

interface NewNote {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly userId: UserId;
  readonly note: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Adds a staff note about a user, once per idempotency key. The note is a line of the audit log, so it is never changed.
 *
 * @throws PoolError NOT_FOUND, IDEMPOTENCY_KEY_REUSED
 */
export async function addNote(
  deps: Pick<IdentityDeps, 'db' | 'machineClock'>,
  { adminId, origin, userId, note, idempotencyKey }: NewNote,
): Promise<void> {
  const keyed = toKey({ userId: adminId, operation: 'add-note', idempotencyKey }, [userId, note]);
  await deps.db.transaction(async (tx) => {
    await lockUserRow(tx, userId);
    if ((await findEarlierResult(tx, keyed)) !== undefined) return;
    await rememberKey(tx, keyed, { resultId: userId, now: deps.machineClock.now() });
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
