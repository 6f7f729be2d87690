import { sha256 } from '@glasspool/proof';

/** Stable secret of a user, which the pool knows too. */
export function computeNonce(user: string): Uint8Array {
  return sha256(new TextEncoder().encode(`nonce of ${user}`));
}

/** Email of a user of the story. */
export function getEmail(user: string): string {
  return `${user}@example.org`;
}
