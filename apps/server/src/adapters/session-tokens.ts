import type { KeyObject } from 'node:crypto';
import type { Clock } from '@glasspool/core';
import type { SessionTokens } from '@glasspool/pool';
import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';

const ALGORITHM = 'EdDSA';
const TYPE = 'at+jwt';
const CLOCK_TOLERANCE_S = 5;
const MS_PER_S = 1_000;

/** Session tokens (docs/cryptography.md): EdDSA only, a type of their own, bound to this deployment. */
export function createSessionTokens(options: {
  keys: { privateKey: KeyObject; publicKey: KeyObject };
  audience: string;
  clock: Clock;
}): SessionTokens {
  const { keys, audience, clock } = options;
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
      try {
        const { payload } = await jwtVerify(token, keys.publicKey, {
          algorithms: [ALGORITHM],
          audience,
          issuer: audience,
          typ: TYPE,
          requiredClaims: ['exp', 'nbf', 'sub', 'sid', 'aud'],
          clockTolerance: CLOCK_TOLERANCE_S,
          currentDate: new Date(clock.now()),
        });
        const sessionId = payload['sid'];
        if (payload.sub === undefined || typeof sessionId !== 'string') return undefined;
        return { userId: payload.sub, sessionId };
      } catch (error) {
        if (error instanceof JOSEError) return undefined;
        throw error;
      }
    },
  };
}
