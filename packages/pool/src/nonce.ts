import { hmacSha256, sha256 } from '@glasspool/proof';
import type { PoolDeps } from './deps.ts';

/** What a user's leaves and pseudonyms are blinded with. Only the user is told. */
export function computeNonce(
  { nonceKey, hash = sha256 }: Pick<PoolDeps, 'nonceKey' | 'hash'>,
  userId: string,
): Uint8Array {
  return hmacSha256(hash, nonceKey, Buffer.from(userId));
}
