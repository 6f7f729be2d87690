import { PoolError, type UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';
import { hasTwoFactor } from './has-two-factor.ts';
import { findProof, isPasskeyCode, useProof } from './two-factor-proof.ts';
import { countTry, forgetTries } from './two-factor-tries.ts';

/** Accepts accounts without two-factor authentication, and those that supply a code with the call; the code is consumed in the transaction. */
export type AssertTwoFactor = (tx: Transaction) => Promise<void>;

/**
 * Does work that asks, where a stolen session must not do, for the two-factor code of an account that has one. It is done without a code first:
 * only a call that all else lets through counts as a try and uses its code up, and one that is repeated needs no new one.
 *
 * @throws PoolError TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function withTwoFactor<Result>(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'twoFactorKey' | 'passwords' | 'otpKey'>,
  { userId, code }: { userId: UserId; code: string | undefined },
  work: (assertTwoFactor: AssertTwoFactor) => Promise<Result>,
): Promise<Result> {
  try {
    return await work((tx) => assertHasNone(tx, userId));
  } catch (error) {
    const isAsked = error instanceof PoolError && error.code === 'TWO_FACTOR_REQUIRED';
    if (!isAsked || code === undefined) throw error;
  }
  const useCode = await readCode(deps, { userId, code });
  return work(useCode);
}

/**
 * Reads a code that was given in a session, and returns what uses it up. Each try counts, but those of passkeys, which no one guesses.
 *
 * @throws PoolError TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function readCode(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'twoFactorKey' | 'passwords' | 'otpKey'>,
  { userId, code }: { userId: UserId; code: string },
): Promise<AssertTwoFactor> {
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
  if (await hasTwoFactor(tx, userId)) throw new PoolError('TWO_FACTOR_REQUIRED');
}
