import { MINUTE_MS, PoolError, SECOND_MS, type UserId } from '@glasspool/core';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import { generateURI, ScureBase32Plugin, verify } from 'otplib';
import { recordAdminAction } from '../audit/index.ts';
import type { Actor, CallOrigin, PoolDeps } from '../deps.ts';
import { composeMail, enqueueMail } from '../mail/index.ts';
import { openSecret, sealSecret } from '../secret-box.ts';
import { assertPassword } from './assert-password.ts';
import {
  findRecoveryCode,
  makeRecoveryCodes,
  replaceRecoveryCodes,
  useRecoveryCode,
} from './recovery-codes.ts';

const ISSUER = 'Glasspool (test network)';
const SECRET_BYTES = 20;
/** A code of the step before and after is taken too: clocks differ (RFC 6238, 5.2). */
const TOLERANCE_S = 30;
/** So many wrong codes, then none is looked at for a while: a million are possible, and three are right at a time. */
const TRIES_MAX = 5;
const PAUSE_MS = 15 * MINUTE_MS;

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
  await countTry(deps, userId);
  const proof = await findProof(deps, { userId, code });
  await deps.db.transaction(async (tx) => {
    await useProof(tx, deps, { userId, proof });
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
  await countTry(deps, request.actor.userId);
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

/** What shows that somebody has the second factor. */
type Proof = { readonly totp: string } | { readonly recoveryCodeHash: string };

/**
 * Reads what was typed: a code of the app, or a recovery code, which takes long to look up and so is looked up before a transaction.
 *
 * @throws PoolError SECOND_FACTOR_INVALID
 */
export async function findProof(
  deps: Pick<Deps, 'db' | 'passwords'>,
  request: { userId: UserId; code: string },
): Promise<Proof> {
  if (/^\d{6}$/.test(request.code)) return { totp: request.code };
  const recoveryCodeHash = await findRecoveryCode(deps, request);
  if (recoveryCodeHash === undefined) throw new PoolError('SECOND_FACTOR_INVALID');
  return { recoveryCodeHash };
}

/**
 * Takes a code of the app, or a recovery code; either works once.
 *
 * @throws PoolError SECOND_FACTOR_INVALID
 */
export async function useProof(
  tx: Transaction,
  deps: Pick<Deps, 'machineClock' | 'secondFactorKey'>,
  { userId, proof }: { userId: UserId; proof: Proof },
): Promise<void> {
  if ('totp' in proof) return takeTotp(tx, deps, { userId, code: proof.totp, isConfirmed: true });
  const codeHash = proof.recoveryCodeHash;
  if (!(await useRecoveryCode(tx, { userId, codeHash, now: deps.machineClock.now() })))
    throw new PoolError('SECOND_FACTOR_INVALID');
  await tx.updateTable('secondFactor').set({ tries: 0 }).where('userId', '=', userId).execute();
}

/**
 * Counts a try before its code is looked at, in a transaction of its own: however many come at once, and however each ends, only so
 * many codes are compared. A code that is right sets the count back.
 *
 * @throws PoolError SECOND_FACTOR_BLOCKED
 */
export async function countTry(
  { db, machineClock }: Pick<Deps, 'db' | 'machineClock'>,
  userId: UserId,
): Promise<void> {
  const now = machineClock.now();
  await db.transaction(async (tx) => {
    const query = tx.selectFrom('secondFactor').select(['tries', 'lastTryAt']).where('userId', '=', userId);
    const factor = await lockRows(tx, query).executeTakeFirst();
    if (factor === undefined) return;
    const isOver = now - factor.lastTryAt >= PAUSE_MS;
    if (factor.tries >= TRIES_MAX && !isOver) {
      const minutes = Math.ceil((factor.lastTryAt + PAUSE_MS - now) / MINUTE_MS);
      throw new PoolError('SECOND_FACTOR_BLOCKED', { minutes });
    }
    const tries = isOver ? 1 : factor.tries + 1;
    await tx
      .updateTable('secondFactor')
      .set({ tries, lastTryAt: now })
      .where('userId', '=', userId)
      .execute();
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

interface TotpRequest {
  readonly userId: UserId;
  readonly code: string;
  readonly isConfirmed: boolean;
}

/** The time step that a code of the app is of. */
async function findTotpStep(
  db: Queryable,
  deps: Pick<Deps, 'machineClock' | 'secondFactorKey'>,
  { userId, code, isConfirmed }: TotpRequest,
): Promise<number> {
  const factor = await db
    .selectFrom('secondFactor')
    .select(['secretBox', 'lastStep'])
    .where('userId', '=', userId)
    .where('confirmedAt', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (factor === undefined) throw new PoolError('SECOND_FACTOR_INVALID');
  const result = await verify({
    secret: openSecret(deps, userId, factor.secretBox),
    token: code,
    epoch: Math.floor(deps.machineClock.now() / SECOND_MS),
    epochTolerance: TOLERANCE_S,
  });
  if (!result.valid || !('timeStep' in result) || result.timeStep <= factor.lastStep)
    throw new PoolError('SECOND_FACTOR_INVALID');
  return result.timeStep;
}

/** Checks a code of the app and notes its time step, so that it works once, also for two calls at the same moment. */
async function takeTotp(
  tx: Transaction,
  deps: Pick<Deps, 'machineClock' | 'secondFactorKey'>,
  request: TotpRequest,
): Promise<void> {
  const step = await findTotpStep(tx, deps, request);
  const confirmed = request.isConfirmed ? {} : { confirmedAt: deps.machineClock.now() };
  const taken = await tx
    .updateTable('secondFactor')
    .set({ lastStep: step, tries: 0, ...confirmed })
    .where('userId', '=', request.userId)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  if (taken.numUpdatedRows !== 1n) throw new PoolError('SECOND_FACTOR_INVALID');
}

const NOTICES = {
  'second-factor.enrol':
    'An authenticator app is asked for from now on when somebody logs in to your account.',
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
