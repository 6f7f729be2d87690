import { createHash, timingSafeEqual } from 'node:crypto';

/** Hash of a random token held by the client. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns true when a token is the one that the hash was made of, without telling by the time it takes how much of it is right. */
export function isTokenOf(tokenHash: string, token: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(tokenHash));
}
