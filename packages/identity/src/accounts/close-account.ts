import { PoolError } from '@glasspool/core';
import type { Actor, IdentityDeps } from '../deps.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { assertPassword } from '../passwords/assert-password.ts';
import { endUserSessions } from '../sessions/end-user-sessions.ts';
import { withTwoFactor } from '../two-factor/step-up.ts';
import { lockActor } from './lock-user-row.ts';
import { endOtherAccess } from './other-access.ts';

/** Reason that the back office shows for an account which its owner closed. */
const CLOSED_BY_OWNER = 'Closed by its owner.';
const CLOSED_NAME = 'Closed account';

export interface AccountClosing {
  readonly actor: Actor;
  readonly password: string;
  readonly totp?: string | undefined;
}

/**
 * Closes the caller's account, once nothing is in it or on its way to it. Sessions, API keys, webhooks, the withdrawal allowlist and the name go;
 * the e-mail address stays, for what may still arrive is the owner's: a deposit, or the referral reward of an invited person. An admin
 * opens the account again.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, FORBIDDEN for the staff, ACCOUNT_NOT_EMPTY, TWO_FACTOR_REQUIRED,
 *   TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function closeAccount(
  deps: Pick<
    IdentityDeps,
    'db' | 'machineClock' | 'random' | 'passwords' | 'events' | 'otpKey' | 'twoFactorKey' | 'accountHooks'
  >,
  { actor, password, totp }: AccountClosing,
): Promise<void> {
  const { userId } = actor;
  if (actor.role !== 'user') throw new PoolError('FORBIDDEN');
  await assertPassword(deps, { userId, password });
  const now = deps.machineClock.now();
  await withTwoFactor(deps, { userId, code: totp }, (assertTwoFactor) =>
    deps.db.transaction(async (tx) => {
      await lockActor(tx, actor);
      await deps.accountHooks.close(tx, { userId, now });
      await assertTwoFactor(tx);
      await endOtherAccess(tx, deps, { userId, now });
      await endUserSessions(tx, deps, userId);
      await tx
        .updateTable('user')
        .set({ lockedAt: now, lockReason: CLOSED_BY_OWNER, userName: CLOSED_NAME, marketingEmails: 0 })
        .where('id', '=', userId)
        .execute();
      await enqueueMail(tx, deps, {
        recipient: actor.email,
        write: (texts) => texts.accountClosed(),
      });
    }),
  );
}
