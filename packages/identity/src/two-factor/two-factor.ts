import { PoolError } from '@glasspool/core';
import { generateURI, ScureBase32Plugin } from 'otplib';
import { lockActor } from '../accounts/lock-user-row.ts';
import { recordAdminAction } from '../audit/record-admin-action.ts';
import type { Actor, CallOrigin, IdentityDeps } from '../deps.ts';
import { endOpenAnswers } from '../passkeys/passkey-answer.ts';
import { assertPassword } from '../passwords/assert-password.ts';
import { sealSecret } from '../secret-box.ts';
import { countPasskeys } from './has-two-factor.ts';
import { recordFactorChange } from './record-factor-change.ts';
import { forgetUnusedCodes, makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { readCode, withTwoFactor } from './step-up.ts';
import { findTotpStep, takeTotp } from './two-factor-proof.ts';

const ISSUER = 'Glasspool (test network)';
const SECRET_BYTES = 20;

type Deps = Pick<IdentityDeps, 'db' | 'machineClock' | 'random' | 'twoFactorKey' | 'passwords' | 'otpKey'>;

export interface TwoFactorState {
  /** True once an authenticator app is set up. */
  readonly isEnrolled: boolean;
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
}

/** Returns whether the caller has an authenticator app, and the number of passkeys and unused recovery codes. */
export async function getTwoFactor(
  { db }: Pick<IdentityDeps, 'db'>,
  { userId }: Actor,
): Promise<TwoFactorState> {
  const factor = await db.read
    .selectFrom('twoFactor')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  const { left } = await db.read
    .selectFrom('recoveryCode')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  const isEnrolled = factor != null && factor.confirmedAt !== null;
  return { isEnrolled, passkeys: await countPasskeys(db.read, userId), recoveryCodesLeft: left };
}

/**
 * Begins to enrol an authenticator app (RFC 6238). Asks for the password: a stolen session must not lock the owner out. No code is
 * asked for until its first one was right; beginning again replaces the secret. An account with a passkey is asked for that too: with the
 * app come new recovery codes.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, TWO_FACTOR_EXISTS, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED,
 *   TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function beginTwoFactor(
  deps: Deps,
  { actor, password, totp }: { actor: Actor; password: string; totp?: string | undefined },
): Promise<{ secret: string; uri: string }> {
  const { userId, email } = actor;
  await assertPassword(deps, { userId, password });
  const secret = new ScureBase32Plugin().encode(deps.random.bytes(SECRET_BYTES));
  const row = {
    secretBox: sealSecret(deps, userId, secret),
    createdAt: deps.machineClock.now(),
    confirmedAt: null,
    lastStep: 0,
  };
  await withTwoFactor(deps, { userId, code: totp }, (assertTwoFactor) =>
    deps.db.transaction(async (tx) => {
      await lockActor(tx, actor);
      const stored = await tx
        .insertInto('twoFactor')
        .values({ userId, ...row })
        .onConflict((conflict) =>
          conflict.column('userId').doUpdateSet(row).where('twoFactor.confirmedAt', 'is', null),
        )
        .returning('userId')
        .executeTakeFirst();
      if (stored === undefined) throw new PoolError('TWO_FACTOR_EXISTS');
      await assertTwoFactor(tx);
    }),
  );
  return { secret, uri: generateURI({ issuer: ISSUER, label: email, secret }) };
}

/**
 * Ends the enrolment with the app's first code. From now on logging in needs one. Returns recovery codes, shown this once, in place of
 * those that a passkey brought.
 *
 * @throws PoolError TWO_FACTOR_INVALID
 */
export async function confirmTwoFactor(
  deps: Deps,
  request: { actor: Actor; origin: CallOrigin; code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { actor, origin, code } = request;
  const { userId } = actor;
  const totp = { userId, code, isConfirmed: false };
  // Read before codes are made, for that takes long.
  await findTotpStep(deps.db.read, deps, totp);
  const { codes, codeHashes } = await makeRecoveryCodes(deps);
  await deps.db.transaction(async (tx) => {
    // With a passkey that is added at the same moment, one after the other.
    await lockActor(tx, actor);
    await takeTotp(tx, deps, totp);
    await replaceRecoveryCodes(tx, { userId, codeHashes });
    await recordFactorChange(tx, deps, { actor, origin, action: 'two-factor.enrol' });
  });
  return { recoveryCodes: codes };
}

/**
 * Removes two-factor authentication, with a code of it.
 *
 * @throws PoolError TWO_FACTOR_BLOCKED, TWO_FACTOR_INVALID
 */
export async function removeTwoFactor(
  deps: Deps,
  request: { actor: Actor; origin: CallOrigin; code: string },
): Promise<void> {
  const { actor, origin, code } = request;
  const { userId } = actor;
  const useCode = await readCode(deps, { userId, code });
  await deps.db.transaction(async (tx) => {
    await lockActor(tx, actor);
    await useCode(tx);
    await tx.deleteFrom('twoFactor').where('userId', '=', userId).execute();
    await forgetUnusedCodes(tx, userId);
    await recordFactorChange(tx, deps, { actor, origin, action: 'two-factor.remove' });
  });
}

/**
 * Makes new recovery codes, with a code of the app or a passkey; the old ones work no more. The code is used up before they are made,
 * for that takes long.
 *
 * @throws PoolError TWO_FACTOR_BLOCKED, TWO_FACTOR_INVALID
 */
export async function renewRecoveryCodes(
  deps: Deps,
  request: { actor: Actor; origin: CallOrigin; code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { actor, origin, code } = request;
  const { userId } = actor;
  const useCode = await readCode(deps, { userId, code });
  await deps.db.transaction((tx) => useCode(tx));
  const { codes, codeHashes } = await makeRecoveryCodes(deps);
  await deps.db.transaction(async (tx) => {
    await lockActor(tx, actor);
    await replaceRecoveryCodes(tx, { userId, codeHashes });
    await recordFactorChange(tx, deps, { actor, origin, action: 'recovery-codes.renew' });
  });
  return { recoveryCodes: codes };
}

/**
 * Removes the app and all passkeys of a person who lost them, from the command line of the machine that holds the database. Returns
 * whether there were any.
 *
 * @throws PoolError NOT_FOUND
 */
export async function resetTwoFactor(
  deps: Pick<Deps, 'db' | 'machineClock'>,
  email: string,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const user = await tx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    if (user === undefined) throw new PoolError('NOT_FOUND');
    const removed = await tx.deleteFrom('twoFactor').where('userId', '=', user.id).executeTakeFirst();
    const keys = await tx.deleteFrom('passkey').where('userId', '=', user.id).executeTakeFirst();
    await endOpenAnswers(tx, { userId: user.id, now: deps.machineClock.now() });
    await forgetUnusedCodes(tx, user.id);
    const origin = { ipAddress: 'command line', requestId: '' };
    const line = { adminId: user.id, origin, subject: user.id, before: {}, after: {} };
    await recordAdminAction(tx, deps, { ...line, action: 'two-factor.remove' });
    return removed.numDeletedRows + keys.numDeletedRows > 0n;
  });
}
