import type { UserId } from '@glasspool/core';
import { hmacSha256, sha256 } from '@glasspool/core/solvency';
import type { PoolDeps } from '../deps.ts';

const encoder = new TextEncoder();

/** What a user's leaves and pseudonyms are blinded with. Only the user is told. */
export function nonceOf({ nonceKey }: Pick<PoolDeps, 'nonceKey'>, userId: UserId): Uint8Array {
  return hmacSha256(sha256, nonceKey, encoder.encode(userId));
}
