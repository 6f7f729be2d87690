import { type ErrorField, PoolError, type UserId } from '@glasspool/core';
import type { IdentityDeps } from '../deps.ts';
import { assertMayLogIn, loginSubject, recordLoginFailure } from '../sessions/login-failures.ts';

/**
 * Checks the password of a signed-in user before an action that a stolen session must not do; `field` is its name in the call. Wrong ones count as failed logins.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG
 */
export async function assertPassword(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'otpKey' | 'passwords'>,
  { userId, password, field = 'password' }: { userId: UserId; password: string; field?: ErrorField },
): Promise<void> {
  const user = await deps.db.read
    .selectFrom('user')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  // Its own subject: wrong passwords behind a session neither slow down logins nor are slowed down by them.
  const subject = loginSubject(deps, userId);
  await assertMayLogIn(deps, subject);
  const isRight = await deps.passwords.verify(user.passwordHash, password, 'known');
  if (!isRight) {
    await recordLoginFailure(deps, subject);
    throw new PoolError('CURRENT_PASSWORD_WRONG', {}, { field });
  }
  await assertMayLogIn(deps, subject);
}
