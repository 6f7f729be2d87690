import { MINUTE_MS } from '@glasspool/core';
import type { IdentityDeps } from '../deps.ts';
import { equalHex, hmacHex } from '../hashing.ts';

/** Time for the person at the browser: WebAuthn Level 3, 15.1, recommends five minutes and more. */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;

const TIME_BYTES = 6;
const NONCE_BYTES = 16;
const HEAD_BYTES = TIME_BYTES + NONCE_BYTES;
const MAC_BYTES = 32;

/**
 * Ceremony that a challenge is for: an answer to one does not count for another. `log-in` is bound to no account, `two-factor` to the account
 * whose password was right, the others to the session that asked.
 */
export type ChallengeUse =
  | { readonly purpose: 'log-in' }
  | { readonly purpose: 'two-factor' | 'add' | 'step-up'; readonly boundTo: string };

/**
 * Makes a challenge: time, random bytes, and a code of the server's key over both and the use. Nothing is stored for those who ask and
 * never answer.
 */
export function createChallenge(
  deps: Pick<IdentityDeps, 'machineClock' | 'random' | 'otpKey'>,
  use: ChallengeUse,
): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(deps.machineClock.now(), 0, TIME_BYTES);
  const head = Buffer.concat([time, deps.random.bytes(NONCE_BYTES)]);
  return new Uint8Array(Buffer.concat([head, Buffer.from(seal(deps, use, head), 'hex')]));
}

/** Reads when a challenge was made; undefined for one that is too old, was made for another use, or not by this server. */
export function readIssuedAt(
  deps: Pick<IdentityDeps, 'machineClock' | 'otpKey'>,
  use: ChallengeUse,
  challenge: string,
): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== HEAD_BYTES + MAC_BYTES) return undefined;
  const head = bytes.subarray(0, HEAD_BYTES);
  if (!equalHex(bytes.subarray(HEAD_BYTES).toString('hex'), seal(deps, use, head))) return undefined;
  const issuedAt = head.readUIntBE(0, TIME_BYTES);
  return deps.machineClock.now() - issuedAt > CHALLENGE_LIFETIME_MS ? undefined : issuedAt;
}

function seal({ otpKey }: Pick<IdentityDeps, 'otpKey'>, use: ChallengeUse, head: Buffer): string {
  const boundTo = use.purpose === 'log-in' ? '' : use.boundTo;
  return hmacHex(otpKey, `passkey:${use.purpose}:${boundTo}:${head.toString('hex')}`);
}
