import { MINUTE_MS, PoolError, SECOND_MS, type UserId } from '@glasspool/core';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import { verify } from 'otplib';
import type { PoolDeps } from '../deps.ts';
import { openSecret } from '../secret-box.ts';
import { findRecoveryCode, useRecoveryCode } from './recovery-codes.ts';

/** A code of the step before and after is taken too: clocks differ (RFC 6238, 5.2). */
const TOLERANCE_S = 30;
/** So many wrong codes, then none is looked at for a while: a million are possible, and three are right at a time. */
const TRIES_MAX = 5;
const PAUSE_MS = 15 * MINUTE_MS;

type Deps = Pick<PoolDeps, 'db' | 'machineClock' | 'secondFactorKey' | 'passwords'>;

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

interface TotpRequest {
  readonly userId: UserId;
  readonly code: string;
  readonly isConfirmed: boolean;
}

/** The time step that a code of the app is of. */
export async function findTotpStep(
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
export async function takeTotp(
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
