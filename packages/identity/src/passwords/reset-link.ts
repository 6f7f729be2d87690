import type { UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';
import { sha256Hex } from '../hashing.ts';

// 32 random bytes, stored as a hash, single use.
const TOKEN_BYTES = 32;

/** Makes a link with which its owner sets a password, once and until `expiresAt`. It begins with the configured address, never with a request's. */
export async function createResetLink(
  tx: Transaction,
  { machineClock, random, settings }: Pick<IdentityDeps, 'machineClock' | 'random' | 'settings'>,
  { userId, expiresAt }: { userId: UserId; expiresAt: number },
): Promise<string> {
  const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url');
  await tx
    .insertInto('passwordReset')
    .values({ tokenHash: sha256Hex(token), userId, createdAt: machineClock.now(), expiresAt, usedAt: null })
    .execute();
  return `${settings.publicUrl}/reset-passord/${token}`;
}
