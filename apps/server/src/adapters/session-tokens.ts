import type { KeyObject } from 'node:crypto';
import type { Clock } from '@glasspool/core';
import type { SessionTokens } from '@glasspool/identity/deps';
import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import { LRUCache } from 'lru-cache';
import { hashToken } from './token-hash.ts';

const ALGORITHM = 'EdDSA';
const TYPE = 'at+jwt';
const CLOCK_TOLERANCE_S = 5;
const MS_PER_S = 1_000;
/** Tokens whose signature was found right lately: some MiB. Their hashes are kept, for who reads the memory should find no token. */
const VERIFIED_MAX = 20_000;

interface Verified {
  readonly claims: { readonly userId: string; readonly sessionId: string };
  readonly notBefore: number;
  readonly expiresAt: number;
}

/**
 * Session tokens (docs/cryptography.md): EdDSA only, a type of their own, bound to this deployment. A signature is verified once, for
 * neither it nor the key changes; times are compared for every call, and whether the session is open is the database's to say.
 */
export function createSessionTokens(options: {
  keys: { privateKey: KeyObject; publicKey: KeyObject };
  audience: string;
  clock: Clock;
}): SessionTokens {
  const { keys, audience, clock } = options;
  const verified = new LRUCache<string, Verified>({ max: VERIFIED_MAX });
  const toleranceMs = CLOCK_TOLERANCE_S * MS_PER_S;
  return {
    issue: ({ userId, sessionId, email, role, issuedAt, expiresAt }) =>
      new SignJWT({ sid: sessionId, email, roles: [role] })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(userId)
        .setAudience(audience)
        .setIssuer(audience)
        .setIssuedAt(Math.floor(issuedAt / MS_PER_S))
        .setNotBefore(Math.floor(issuedAt / MS_PER_S))
        .setExpirationTime(Math.floor(expiresAt / MS_PER_S))
        .sign(keys.privateKey),
    verify: async (token) => {
      const key = hashToken(token);
      const known = verified.get(key);
      const now = clock.now();
      if (known !== undefined && known.notBefore - toleranceMs <= now && now < known.expiresAt + toleranceMs)
        return known.claims;
      try {
        const { payload } = await jwtVerify(token, keys.publicKey, {
          algorithms: [ALGORITHM],
          audience,
          issuer: audience,
          typ: TYPE,
          requiredClaims: ['exp', 'nbf', 'sub', 'sid', 'aud'],
          clockTolerance: CLOCK_TOLERANCE_S,
          currentDate: new Date(now),
        });
        const sessionId = payload['sid'];
        const { sub: userId, exp, nbf } = payload;
        if (userId === undefined || typeof sessionId !== 'string' || exp === undefined || nbf === undefined)
          return undefined;
        const claims = { userId, sessionId };
        verified.set(key, { claims, notBefore: nbf * MS_PER_S, expiresAt: exp * MS_PER_S });
        return claims;
      } catch (error) {
        if (error instanceof JOSEError) return undefined;
        throw error;
      }
    },
  };
}
