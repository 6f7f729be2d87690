import { PoolError } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { generateURI, ScureBase32Plugin } from 'otplib';
import { recordAdminAction } from '../audit/index.ts';
import type { Actor, CallOrigin, PoolDeps } from '../deps.ts';
import { composeMail, enqueueMail } from '../mail/index.ts';
import { sealSecret } from '../secret-box.ts';
import { assertPassword } from './assert-password.ts';
import { makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { findProof, findTotpStep, takeTotp, useProof } from './second-factor-proof.ts';
import { countTry, forgetTries } from './second-factor-tries.ts';

const ISSUER = 'Glasspool (test network)';
const SECRET_BYTES = 20;

type Deps = Pick<PoolDeps, 'db' | 'machineClock' | 'random' | 'secondFactorKey' | 'passwords' | 'otpKey'>;

export interface SecondFactorState {
  readonly isEnrolled: boolean;
  readonly recoveryCodesLeft: number;
}

/** Whether the caller has a second factor, and how many recovery codes are left. */
export async function getSecondFactor(
  { db }: Pick<PoolDeps, 'db'>,
  { userId }: Actor,
): Promise<SecondFactorState> {
  const factor = await db.read
    .selectFrom('secondFactor')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  const { left } = await db.read
    .selectFrom('recoveryCode')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  return { isEnrolled: factor != null && factor.confirmedAt !== null, recoveryCodesLeft: left };
}

/**
 * Begins to enrol an authenticator app (RFC 6238). Asks for the password: a stolen session must not lock the owner out. No code is
 * asked for until its first one was right; beginning again replaces the secret.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, SECOND_FACTOR_EXISTS
 */
export async function beginSecondFactor(
  deps: Deps,
  { actor, password }: { actor: Actor; password: string },
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
  const stored = await deps.db.transaction((tx) =>
    tx
      .insertInto('secondFactor')
      .values({ userId, ...row })
      .onConflict((conflict) =>
        conflict.column('userId').doUpdateSet(row).where('secondFactor.confirmedAt', 'is', null),
      )
      .returning('userId')
      .executeTakeFirst(),
  );
  if (stored === undefined) throw new PoolError('SECOND_FACTOR_EXISTS');
  return { secret, uri: generateURI({ issuer: ISSUER, label: email, secret }) };
}

/**
 * Ends the enrolment with the app's first code. From now on logging in needs one. Returns recovery codes, shown this once.
 *
 * @throws PoolError SECOND_FACTOR_INVALID
 */
export async function confirmSecondFactor(
  deps: Deps,
  request: { actor: Actor; origin: CallOrigin; code: string },
): Promise<{ recoveryCodes: string[] }> {
  return takeForNewCodes(deps, { ...request, isConfirmed: false, action: 'second-factor.enrol' });
}

/**
 * Removes the second factor, with a code of it.
 *
 * @throws PoolError SECOND_FACTOR_BLOCKED, SECOND_FACTOR_INVALID
 */
export async function removeSecondFactor(
  deps: Deps,
  request: { actor: Actor; origin: CallOrigin; code: string },
): Promise<void> {
  const { actor, origin, code } = request;
  const { userId } = actor;
  await countTry(deps, { userId, from: 'session' });
  const proof = await findProof(deps, { userId, code });
  await deps.db.transaction(async (tx) => {
    await useProof(tx, deps, { userId, proof });
    await forgetTries(tx, deps, { userId, from: 'session' });
    await tx.deleteFrom('secondFactor').where('userId', '=', userId).execute();
    await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
    await record(tx, deps, { actor, origin, action: 'second-factor.remove' });
  });
}

/**
 * Makes new recovery codes, with a code of the app; the old ones work no more.
 *
 * @throws PoolError SECOND_FACTOR_BLOCKED, SECOND_FACTOR_INVALID
 */
export async function renewRecoveryCodes(
  deps: Deps,
  request: { actor: Actor; origin: CallOrigin; code: string },
): Promise<{ recoveryCodes: string[] }> {
  await countTry(deps, { userId: request.actor.userId, from: 'session' });
  return takeForNewCodes(deps, { ...request, isConfirmed: true, action: 'recovery-codes.renew' });
}

/**
 * Removes the second factor of somebody who lost it, from the command line of the machine that holds the database. Whether there was
 * one.
 *
 * @throws PoolError NOT_FOUND
 */
export async function resetSecondFactor(
  deps: Pick<Deps, 'db' | 'machineClock'>,
  email: string,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const user = await tx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    if (user === undefined) throw new PoolError('NOT_FOUND');
    const removed = await tx.deleteFrom('secondFactor').where('userId', '=', user.id).executeTakeFirst();
    await tx.deleteFrom('recoveryCode').where('userId', '=', user.id).execute();
    const origin = { address: 'command line', requestId: '' };
    const line = { adminId: user.id, origin, subject: user.id, before: {}, after: {} };
    await recordAdminAction(tx, deps, { ...line, action: 'second-factor.remove' });
    return removed.numDeletedRows > 0n;
  });
}

/** Takes a code of the app, and makes new recovery codes. The code is read before they are made, for that takes long. */
async function takeForNewCodes(
  deps: Deps,
  request: {
    actor: Actor;
    origin: CallOrigin;
    code: string;
    isConfirmed: boolean;
    action: 'second-factor.enrol' | 'recovery-codes.renew';
  },
): Promise<{ recoveryCodes: string[] }> {
  const { actor, origin, code, isConfirmed, action } = request;
  const { userId } = actor;
  await findTotpStep(deps.db.read, deps, { userId, code, isConfirmed });
  const { codes, codeHashes } = await makeRecoveryCodes(deps);
  await deps.db.transaction(async (tx) => {
    await takeTotp(tx, deps, { userId, code, isConfirmed });
    await replaceRecoveryCodes(tx, { userId, codeHashes });
    await record(tx, deps, { actor, origin, action });
  });
  return { recoveryCodes: codes };
}

const NOTICES = {
  'second-factor.enrol':
    'An authenticator app is asked for from now on when somebody logs in to your account, or pays an address from it for the first time.',
  'second-factor.remove':
    'Your authenticator app is not asked for any more when somebody logs in to your account.',
  'recovery-codes.renew': 'New recovery codes were made for your account. The old ones work no more.',
} as const;

/** Tells the owner. What staff do to their own account is in the audit log too; what users do to theirs is their own affair. */
async function record(
  tx: Transaction,
  deps: Pick<Deps, 'machineClock' | 'random'>,
  entry: { actor: Actor; origin: CallOrigin; action: keyof typeof NOTICES },
): Promise<void> {
  const { actor, origin, action } = entry;
  const notice = `${NOTICES[action]} If it was not you, change your password now, which ends all other sessions.`;
  await enqueueMail(
    tx,
    deps,
    composeMail(actor.email, 'The second factor of your Glasspool account', [notice]),
  );
  if (actor.role === 'user') return;
  const { userId: adminId } = actor;
  await recordAdminAction(tx, deps, { adminId, origin, action, subject: adminId, before: {}, after: {} });
}
