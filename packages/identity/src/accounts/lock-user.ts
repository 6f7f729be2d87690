import { PoolError, type UserId } from '@glasspool/core';
import { recordAdminAction } from '../audit/record-admin-action.ts';
import type { CallOrigin, IdentityDeps } from '../deps.ts';
import { endUserSessions } from '../sessions/end-user-sessions.ts';
import { withTwoFactor } from '../two-factor/step-up.ts';
import { lockForAdmin } from './lock-user-row.ts';

interface UserAction {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly userId: UserId;
  readonly reason: string;
  readonly totp?: string | undefined;
}

type Deps = Pick<IdentityDeps, 'db' | 'machineClock' | 'events' | 'twoFactorKey' | 'passwords' | 'otpKey'>;

/**
 * Locks an account: its sessions end at once and no one can log in to it. Its balances do not change. An account of staff asks for a two-factor
 * code, a user's does not: it protects.
 *
 * @throws PoolError NOT_FOUND, FORBIDDEN, CANNOT_LOCK_SELF, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function lockUser(deps: Deps, request: UserAction): Promise<void> {
  if (request.userId === request.adminId) throw new PoolError('CANNOT_LOCK_SELF');
  await setLock(deps, request, { lockedAt: deps.machineClock.now(), lockReason: request.reason });
}

/**
 * Opens a locked account again, which lets its money go: asks for a two-factor code.
 *
 * @throws PoolError NOT_FOUND, FORBIDDEN, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function unlockUser(deps: Deps, request: UserAction): Promise<void> {
  await setLock(deps, request, { lockedAt: null, lockReason: null });
}

/**
 * Ends every session of a user, without locking the account. Returns how many ended.
 *
 * @throws PoolError NOT_FOUND, FORBIDDEN
 */
export async function endSessionsOf(
  deps: Pick<Deps, 'db' | 'machineClock' | 'events'>,
  request: UserAction,
): Promise<number> {
  const { adminId, origin, userId, reason } = request;
  return deps.db.transaction(async (tx) => {
    await lockForAdmin(tx, { adminId, userId });
    const ended = await endUserSessions(tx, deps, userId);
    const after = { reason, sessionsEnded: ended };
    const line = { adminId, origin, subject: userId, before: {}, after };
    await recordAdminAction(tx, deps, { ...line, action: 'user.end-sessions' });
    return ended;
  });
}

async function setLock(
  deps: Deps,
  { adminId, origin, userId, reason, totp }: UserAction,
  lock: { lockedAt: number | null; lockReason: string | null },
): Promise<void> {
  const isLocking = lock.lockedAt !== null;
  await withTwoFactor(deps, { userId: adminId, code: totp }, (assertTwoFactor) =>
    deps.db.transaction(async (tx) => {
      const before = await lockForAdmin(tx, { adminId, userId });
      // It is so already: a second press changes nothing and writes no line.
      if ((before.lockedAt !== null) === isLocking) return;
      if (!isLocking || before.role !== 'user') await assertTwoFactor(tx);
      await tx.updateTable('user').set(lock).where('id', '=', userId).execute();
      if (isLocking) await endUserSessions(tx, deps, userId);
      await recordAdminAction(tx, deps, {
        adminId,
        origin,
        action: isLocking ? 'user.lock' : 'user.unlock',
        subject: userId,
        before: { isLocked: isLocking ? 0 : 1, reason: before.lockReason },
        after: { isLocked: isLocking ? 1 : 0, reason },
      });
    }),
  );
}
