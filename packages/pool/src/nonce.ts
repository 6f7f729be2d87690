import { hmacSha256, sha256 } from '@glasspool/proof';
import type { PoolDeps } from './deps.ts';

/** Nonce that blinds the leaves and pseudonyms of a user. Only the user receives it. */
export function computeNonce(
  { nonceKey, hash = sha256 }: Pick<PoolDeps, 'nonceKey' | 'hash'>,
  userId: string,
): Uint8Array {
  return hmacSha256(hash, nonceKey, Buffer.from(userId));
}
