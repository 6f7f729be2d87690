import { DAY_MS, MINUTE_MS, PoolError } from '@glasspool/core';
import { endOtherAccess, listOtherAccess } from '../accounts/other-access.ts';
import type { IdentityDeps } from '../deps.ts';
import { sha256Hex } from '../hashing.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { endUserSessions } from '../sessions/end-user-sessions.ts';
import { forgetTries } from '../two-factor/two-factor-tries.ts';
import { assertAcceptablePassword } from './password-rules.ts';
import { createResetLink } from './reset-link.ts';

const TOKEN_LIFETIME_MS = 30 * MINUTE_MS;
/** A second request within this time sends no second mail. */
const MAIL_EVERY_MS = 2 * MINUTE_MS;
/** An address is not to be flooded by strangers who type it. */
const MAILS_PER_DAY_MAX = 10;

/** Mails a reset link if the address has an account. Nothing in the answer tells whether it has. */
export async function requestPasswordReset(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'random' | 'settings'>,
  email: string,
): Promise<void> {
  const now = deps.machineClock.now();
  await deps.db.transaction(async (tx) => {
    const user = await tx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    if (user === undefined) return;
    const ofToday = await tx
      .selectFrom('passwordReset')
      .select('createdAt')
      .where('userId', '=', user.id)
      .where('createdAt', '>', now - DAY_MS)
      .orderBy('createdAt', 'desc')
      .limit(MAILS_PER_DAY_MAX)
      .execute();
    const [last] = ofToday;
    if (ofToday.length === MAILS_PER_DAY_MAX || (last !== undefined && now - last.createdAt < MAIL_EVERY_MS))
      return;
    const expiresAt = now + TOKEN_LIFETIME_MS;
    const link = await createResetLink(tx, deps, { userId: user.id, expiresAt });
    await enqueueMail(tx, deps, {
      recipient: email,
      write: (texts) => texts.passwordResetLink({ link }),
      expiresAt,
    });
  });
}

/**
 * Sets a new password with the token of a reset link, and ends all of the user's sessions. API keys, webhooks and waiting addresses are
 * named in the mail, and ended with it on demand.
 *
 * @throws PoolError RESET_TOKEN_INVALID, PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON
 */
export async function resetPassword(
  deps: Pick<
    IdentityDeps,
    'db' | 'machineClock' | 'random' | 'passwords' | 'settings' | 'events' | 'otpKey' | 'accountHooks'
  >,
  request: { token: string; newPassword: string; endsOtherAccess?: boolean | undefined },
): Promise<void> {
  const now = deps.machineClock.now();
  const tokenHash = sha256Hex(request.token);
  const user = await deps.db.read
    .selectFrom('passwordReset')
    .innerJoin('user', 'user.id', 'passwordReset.userId')
    .select(['user.id', 'user.email'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  if (user === undefined) throw new PoolError('RESET_TOKEN_INVALID');
  assertAcceptablePassword(deps.settings, { password: request.newPassword, email: user.email });
  const passwordHash = await deps.passwords.hash(request.newPassword);
  await deps.db.transaction(async (tx) => {
    const consumed = await tx
      .updateTable('passwordReset')
      .set({ usedAt: now })
      .where('tokenHash', '=', tokenHash)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    if (consumed.numUpdatedRows !== 1n) throw new PoolError('RESET_TOKEN_INVALID');
    await tx
      .updateTable('user')
      .set({ passwordHash, mustChangePassword: 0 })
      .where('id', '=', user.id)
      .execute();
    // Wrong codes were entered with the old password, or in a session that ends now.
    for (const from of ['stranger', 'session'] as const)
      await forgetTries(tx, deps, { userId: user.id, from });
    // Other links that were sent are void, and signed-in users have to sign in again.
    await tx
      .updateTable('passwordReset')
      .set({ usedAt: now })
      .where('userId', '=', user.id)
      .where('usedAt', 'is', null)
      .execute();
    await endUserSessions(tx, deps, user.id);
    const access = await listOtherAccess(tx, deps, { userId: user.id, now });
    const endsOtherAccess = request.endsOtherAccess === true;
    if (endsOtherAccess) await endOtherAccess(tx, deps, { userId: user.id, now });
    await enqueueMail(tx, deps, {
      recipient: user.email,
      write: (texts) => texts.passwordReset({ access, isEnded: endsOtherAccess }),
    });
  });
}
