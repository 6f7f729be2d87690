import { PoolError } from '@glasspool/core';
import { lockActor } from '../accounts/lock-user-row.ts';
import type { Actor, IdentityDeps } from '../deps.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { assertPassword } from './assert-password.ts';
import { assertAcceptablePassword } from './password-rules.ts';

export interface PasswordChange {
  readonly actor: Actor;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Changes the caller's password and ends all of their other sessions.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON
 */
export async function changePassword(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'random' | 'passwords' | 'settings' | 'events' | 'otpKey'>,
  { actor, currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  const now = deps.machineClock.now();
  const field = 'currentPassword';
  const user = await deps.db.read
    .selectFrom('user')
    .select('passwordHash')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  await assertPassword(deps, { userId: actor.userId, password: currentPassword, field });
  assertAcceptablePassword(deps.settings, { password: newPassword, email: actor.email });
  const passwordHash = await deps.passwords.hash(newPassword, 'known');
  await deps.db.transaction(async (tx) => {
    await lockActor(tx, actor);
    const changed = await tx
      .updateTable('user')
      .set({ passwordHash, mustChangePassword: 0 })
      .where('id', '=', actor.userId)
      // It was changed meanwhile: the checked password is no longer the current one.
      .where('passwordHash', '=', user.passwordHash)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) throw new PoolError('CURRENT_PASSWORD_WRONG', {}, { field });
    await tx
      .updateTable('session')
      .set({ endedAt: now })
      .where('userId', '=', actor.userId)
      .where('id', '!=', actor.sessionId)
      .where('endedAt', 'is', null)
      .execute();
    tx.onCommit(() => deps.events.emit(actor.userId, 'session.ended'));
    await enqueueMail(tx, deps, {
      recipient: actor.email,
      write: (texts) => texts.passwordChanged(),
    });
  });
}
