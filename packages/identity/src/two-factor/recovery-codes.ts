import type { UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';
import { sha256Hex } from '../hashing.ts';
import { hasTwoFactor } from './has-two-factor.ts';

const CODES = 10;
const CODE_LETTERS = 10;
// No 0, o, 1, i or l: codes are copied by hand.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Form in which earlier versions stored the codes. */
const PLAIN_HASH = /^[0-9a-f]{64}$/;

interface MadeCodes {
  readonly codes: string[];
  readonly codeHashes: string[];
}

/**
 * Makes ten new recovery codes, with what is stored of them: 50 random bits are few enough to be tried, so that each is hashed as a
 * password is (ASVS 5.0, 6.5.2). Slow, so not for within a transaction.
 */
export async function makeRecoveryCodes({
  random,
  passwords,
}: Pick<IdentityDeps, 'random' | 'passwords'>): Promise<MadeCodes> {
  const codes = Array.from({ length: CODES }, () => createCode(random));
  const codeHashes: string[] = [];
  // One after the other: hashing has a queue that others wait in too.
  for (const code of codes) codeHashes.push(await passwords.hash(normalize(code)));
  return { codes, codeHashes };
}

/** Stores new recovery codes and forgets the old ones. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { userId, codeHashes }: { userId: UserId; codeHashes: readonly string[] },
): Promise<void> {
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  await tx
    .insertInto('recoveryCode')
    .values(codeHashes.map((codeHash) => ({ userId, codeHash, usedAt: null })))
    .execute();
}

/** The stored form of an unused code, however it was typed; undefined when there is none such. */
export async function findRecoveryCode(
  { db, passwords }: Pick<IdentityDeps, 'db' | 'passwords'>,
  { userId, code }: { userId: UserId; code: string },
): Promise<string | undefined> {
  const unused = await db.read
    .selectFrom('recoveryCode')
    .select('codeHash')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute();
  const typed = normalize(code);
  for (const { codeHash } of unused) {
    const isIt = PLAIN_HASH.test(codeHash)
      ? sha256Hex(typed) === codeHash
      : await passwords.verify(codeHash, typed);
    if (isIt) return codeHash;
  }
  return undefined;
}

/** Uses a code up. False when it was used by now. */
export async function useRecoveryCode(
  tx: Transaction,
  request: { userId: UserId; codeHash: string; now: number },
): Promise<boolean> {
  const used = await tx
    .updateTable('recoveryCode')
    .set({ usedAt: request.now })
    .where('userId', '=', request.userId)
    .where('codeHash', '=', request.codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Forgets the codes of an account that has no two-factor authentication left: they would open nothing, and come back with the next one. */
export async function forgetUnusedCodes(tx: Transaction, userId: UserId): Promise<void> {
  if (await hasTwoFactor(tx, userId)) return;
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
}

function normalize(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function createCode(random: IdentityDeps['random']): string {
  const letters = Array.from({ length: CODE_LETTERS }, () =>
    ALPHABET.charAt(random.integer(ALPHABET.length)),
  );
  const half = CODE_LETTERS / 2;
  return `${letters.slice(0, half).join('')}-${letters.slice(half).join('')}`;
}
