import { PoolError, type UserId } from '@glasspool/core';
import { isUniqueViolation, type Queryable, type Transaction } from '@glasspool/db';
import type { Actor, IdentityDeps } from '../deps.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { assertPassword } from '../passwords/assert-password.ts';
import { endUserSessions } from '../sessions/end-user-sessions.ts';
import { withTwoFactor } from '../two-factor/step-up.ts';
import { lockActor } from './lock-user-row.ts';
import { consumeSignUpToken } from './sign-up-code.ts';

export interface EmailChange {
  readonly actor: Actor;
  readonly newEmail: string;
  /** Token that the code mailed to the new email was exchanged for. */
  readonly emailToken: string;
  readonly password: string;
  readonly totp?: string | undefined;
}

/**
 * Changes the email of an account to one that its owner has shown to read. Ends all sessions, whose tokens
 * name the old email, and every link to a new password, for those went there. Both are told. The old one is kept: what was
 * published of the account before stands under it.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, SIGN_UP_NOT_VERIFIED, EMAIL_TAKEN, TWO_FACTOR_REQUIRED,
 *   TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function changeEmail(
  deps: Pick<
    IdentityDeps,
    'db' | 'machineClock' | 'random' | 'passwords' | 'events' | 'otpKey' | 'twoFactorKey'
  >,
  { actor, newEmail, emailToken, password, totp }: EmailChange,
): Promise<void> {
  await assertPassword(deps, { userId: actor.userId, password });
  const now = deps.machineClock.now();
  await withTwoFactor(deps, { userId: actor.userId, code: totp }, async (assertTwoFactor) => {
    try {
      await deps.db.transaction(async (tx) => {
        const { email } = await lockActor(tx, actor);
        await consumeSignUpToken(tx, { email: newEmail, token: emailToken, now });
        await assertTwoFactor(tx);
        const { language } = await tx
          .updateTable('user')
          .set({ email: newEmail })
          .where('id', '=', actor.userId)
          .returning('language')
          .executeTakeFirstOrThrow();
        await rememberFormer(tx, { userId: actor.userId, email, now });
        await tx
          .updateTable('passwordReset')
          .set({ usedAt: now })
          .where('userId', '=', actor.userId)
          .where('usedAt', 'is', null)
          .execute();
        await endUserSessions(tx, deps, actor.userId);
        for (const recipient of [actor.email, newEmail])
          await enqueueMail(tx, deps, {
            recipient,
            language,
            write: (texts) => texts.emailChanged({ newEmail: recipient === newEmail ? undefined : newEmail }),
          });
      });
    } catch (error) {
      // Another account took the email after its code was sent.
      if (isUniqueViolation(error)) throw new PoolError('EMAIL_TAKEN');
      throw error;
    }
  });
}

async function rememberFormer(
  tx: Transaction,
  { userId, email, now }: { userId: UserId; email: string; now: number },
): Promise<void> {
  await tx
    .insertInto('formerEmail')
    .values({ userId, email, replacedAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'email']).doUpdateSet({ replacedAt: now }))
    .execute();
}

/** Every email that an account has or had, the current one first, then the newest. */
export async function listEmails(db: Queryable, userId: UserId): Promise<string[]> {
  const { email } = await db
    .selectFrom('user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const former = await db
    .selectFrom('formerEmail')
    .select('email')
    .where('userId', '=', userId)
    .where('email', '!=', email)
    .orderBy('replacedAt', 'desc')
    .orderBy('email')
    .execute();
  return [email, ...former.map((one) => one.email)];
}
