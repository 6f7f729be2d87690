import type { UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { sha256Hex } from '../hashing.ts';

const CODES = 10;
const CODE_LETTERS = 10;
// No 0, o, 1, i or l: codes are copied by hand. 31^10 possibilities, so a plain hash keeps them.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Makes ten new recovery codes and forgets the old ones. Only their hashes are stored. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { random }: Pick<PoolDeps, 'random'>,
  userId: UserId,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => createCode(random));
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  await tx
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code), usedAt: null })))
    .execute();
  return codes;
}

/** The stored form of a code, however it was typed. */
export function hashRecoveryCode(code: string): string {
  return sha256Hex(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** Uses a code up. False when there is none such, or it was used. */
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

function createCode(random: PoolDeps['random']): string {
  const letters = Array.from({ length: CODE_LETTERS }, () =>
    ALPHABET.charAt(random.integer(ALPHABET.length)),
  );
  const half = CODE_LETTERS / 2;
  return `${letters.slice(0, half).join('')}-${letters.slice(half).join('')}`;
}
