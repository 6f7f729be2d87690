import { PoolError, type UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';
import { hasSecondFactor } from './has-second-factor.ts';
import { findProof, isPasskeyCode, useProof } from './second-factor-proof.ts';
import { countTry, forgetTries } from './second-factor-tries.ts';

/** Passes who has no second factor, and who gave a code of it with the call; the code is used up with the transaction. */
export type AssertSecondFactor = (tx: Transaction) => Promise<void>;

/**
 * Does work that asks, where a stolen session must not do, for the code of who has a second factor. It is done without a code first:
 * only a call that all else lets through counts as a try and uses its code up, and one that is repeated needs no new one.
 *
 * @throws PoolError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_BLOCKED, SECOND_FACTOR_SHUT, SECOND_FACTOR_INVALID
 */
export async function withSecondFactor<Result>(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'secondFactorKey' | 'passwords' | 'otpKey'>,
  { userId, code }: { userId: UserId; code: string | undefined },
  work: (assertSecondFactor: AssertSecondFactor) => Promise<Result>,
): Promise<Result> {
  try {
    return await work((tx) => assertHasNone(tx, userId));
  } catch (error) {
    const isAsked = error instanceof PoolError && error.code === 'SECOND_FACTOR_REQUIRED';
    if (!isAsked || code === undefined) throw error;
  }
  const useCode = await readCode(deps, { userId, code });
  return work(useCode);
}

/**
 * Reads a code that was given in a session, and returns what uses it up. Each try counts, but those of passkeys, which no one guesses.
 *
 * @throws PoolError SECOND_FACTOR_BLOCKED, SECOND_FACTOR_SHUT, SECOND_FACTOR_INVALID
 */
export async function readCode(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'secondFactorKey' | 'passwords' | 'otpKey'>,
  { userId, code }: { userId: UserId; code: string },
): Promise<AssertSecondFactor> {
  const entry = { userId, from: 'session' } as const;
  const isCounted = !isPasskeyCode(code);
  if (isCounted) await countTry(deps, entry);
  const proof = await findProof(deps, { userId, code });
  return async (tx) => {
    await useProof(tx, deps, { userId, proof });
    if (isCounted) await forgetTries(tx, deps, entry);
  };
}

async function assertHasNone(tx: Transaction, userId: UserId): Promise<void> {
  if (await hasSecondFactor(tx, userId)) throw new PoolError('SECOND_FACTOR_REQUIRED');
}
