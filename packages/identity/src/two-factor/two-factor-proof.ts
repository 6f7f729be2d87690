import { PoolError, SECOND_MS, type UserId } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import { verify } from 'otplib';
import type { IdentityDeps } from '../deps.ts';
import { sha256Hex } from '../hashing.ts';
import { CHALLENGE_LIFETIME_MS } from '../passkeys/passkey-challenge.ts';
import { openSecret } from '../secret-box.ts';
import { findRecoveryCode, useRecoveryCode } from './recovery-codes.ts';

/** A code of the step before and after is taken too: clocks differ (RFC 6238, 5.2). */
const TOLERANCE_S = 30;

type Deps = Pick<IdentityDeps, 'db' | 'machineClock' | 'twoFactorKey' | 'passwords'>;

/** Proof of two-factor authentication. */
export type Proof =
  | { readonly totp: string }
  | { readonly recoveryCodeHash: string }
  | { readonly challengeHash: string };

const PASSKEY_CODE = 'pk_';

/** The code that stands for the answer of a passkey to this challenge, for one action. */
export function toPasskeyCode(challenge: string): string {
  return `${PASSKEY_CODE}${challenge}`;
}

/** The challenge that a code stands for, or undefined for a code of another kind. */
export function readPasskeyCode(code: string): string | undefined {
  return isPasskeyCode(code) ? code.slice(PASSKEY_CODE.length) : undefined;
}

/** Returns true for a code that no guess finds, so that tries of it are not counted, and none is refused for the wrong codes of others. */
export function isPasskeyCode(code: string): boolean {
  return code.startsWith(PASSKEY_CODE);
}

/**
 * Reads what was given: a code of the app, that of a passkey's answer, or a recovery code, which takes long to look up and so is looked
 * up before a transaction.
 *
 * @throws PoolError TWO_FACTOR_INVALID
 */
export async function findProof(
  deps: Pick<Deps, 'db' | 'passwords'>,
  request: { userId: UserId; code: string },
): Promise<Proof> {
  if (/^\d{6}$/.test(request.code)) return { totp: request.code };
  const challenge = readPasskeyCode(request.code);
  if (challenge !== undefined) return { challengeHash: sha256Hex(challenge) };
  const recoveryCodeHash = await findRecoveryCode(deps, request);
  if (recoveryCodeHash === undefined) throw new PoolError('TWO_FACTOR_INVALID');
  return { recoveryCodeHash };
}

/**
 * Takes a proof; each works once.
 *
 * @throws PoolError TWO_FACTOR_INVALID
 */
export async function useProof(
  tx: Transaction,
  deps: Pick<Deps, 'machineClock' | 'twoFactorKey'>,
  { userId, proof }: { userId: UserId; proof: Proof },
): Promise<void> {
  if ('totp' in proof) return takeTotp(tx, deps, { userId, code: proof.totp, isConfirmed: true });
  if ('challengeHash' in proof)
    return takePasskeyCode(tx, deps, { userId, challengeHash: proof.challengeHash });
  const codeHash = proof.recoveryCodeHash;
  if (!(await useRecoveryCode(tx, { userId, codeHash, now: deps.machineClock.now() })))
    throw new PoolError('TWO_FACTOR_INVALID');
}

interface TotpRequest {
  readonly userId: UserId;
  readonly code: string;
  readonly isConfirmed: boolean;
}

/** The time step that a code of the app is of. */
export async function findTotpStep(
  db: Queryable,
  deps: Pick<Deps, 'machineClock' | 'twoFactorKey'>,
  { userId, code, isConfirmed }: TotpRequest,
): Promise<number> {
  const factor = await db
    .selectFrom('twoFactor')
    .select(['secretBox', 'lastStep'])
    .where('userId', '=', userId)
    .where('confirmedAt', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (factor === undefined) throw new PoolError('TWO_FACTOR_INVALID');
  const result = await verify({
    secret: openSecret(deps, userId, factor.secretBox),
    token: code,
    epoch: Math.floor(deps.machineClock.now() / SECOND_MS),
    epochTolerance: TOLERANCE_S,
  });
  if (!result.valid || !('timeStep' in result) || result.timeStep <= factor.lastStep)
    throw new PoolError('TWO_FACTOR_INVALID');
  return result.timeStep;
}

/** Checks a code of the app and notes its time step, so that it works once, also for two calls at the same moment. */
export async function takeTotp(
  tx: Transaction,
  deps: Pick<Deps, 'machineClock' | 'twoFactorKey'>,
  request: TotpRequest,
): Promise<void> {
  const step = await findTotpStep(tx, deps, request);
  const confirmed = request.isConfirmed ? {} : { confirmedAt: deps.machineClock.now() };
  const taken = await tx
    .updateTable('twoFactor')
    .set({ lastStep: step, ...confirmed })
    .where('userId', '=', request.userId)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  if (taken.numUpdatedRows !== 1n) throw new PoolError('TWO_FACTOR_INVALID');
}

async function takePasskeyCode(
  tx: Transaction,
  { machineClock }: Pick<Deps, 'machineClock'>,
  { userId, challengeHash }: { userId: UserId; challengeHash: string },
): Promise<void> {
  const now = machineClock.now();
  const taken = await tx
    .updateTable('passkeyAnswer')
    .set({ usedAt: now })
    .where('challengeHash', '=', challengeHash)
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('answeredAt', '>', now - CHALLENGE_LIFETIME_MS)
    .executeTakeFirst();
  if (taken.numUpdatedRows !== 1n) throw new PoolError('TWO_FACTOR_INVALID');
}
