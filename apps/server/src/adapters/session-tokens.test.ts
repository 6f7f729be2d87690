// Goal: only tokens that this deployment signed, as session tokens, are accepted.
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { ManualClock } from '@glasspool/core/testing';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createSessionTokens } from './session-tokens.ts';

const keys = generateKeyPairSync('ed25519');
const AUDIENCE = 'https://pool.example.org';
const clock = new ManualClock();
const tokens = createSessionTokens({ keys, audience: AUDIENCE, clock });
const HOUR_MS = 3_600_000;

const issue = () =>
  tokens.issue({
    userId: 'usr_1',
    sessionId: 'ses_1',
    email: 'a@b.co',
    role: 'user',
    issuedAt: clock.now(),
    expiresAt: clock.now() + 12 * HOUR_MS,
  });

const forge = (
  change: (jwt: SignJWT) => SignJWT,
  header: object = {},
  payload: object = { sid: 'ses_1' },
) => {
  const seconds = Math.floor(clock.now() / 1_000);
  const jwt = new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...header })
    .setSubject('usr_1')
    .setAudience(AUDIENCE)
    .setIssuer(AUDIENCE)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + 60);
  return change(jwt).sign(keys.privateKey);
};

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a session token', () => {
  it('names its user and its session', async () => {
    expect(await tokens.verify(await issue())).toEqual({ userId: 'usr_1', sessionId: 'ses_1' });
    expect(await tokens.verify(await forge((jwt) => jwt))).toBeDefined();
  });

  it('ends when its time is over', async () => {
    const later = new ManualClock(clock.now());
    const verifier = createSessionTokens({ keys, audience: AUDIENCE, clock: later });
    const token = await issue();
    later.advance(12 * HOUR_MS - 1_000);
    expect(await verifier.verify(token)).toBeDefined();
    later.advance(7_000);
    // ASVS 9.2.1
    expect(await verifier.verify(token)).toBeUndefined();
  });

  it.each([
    ['another type', forge((jwt) => jwt, { typ: 'JWT' })],
    ['another audience', forge((jwt) => jwt.setAudience('https://other.example.org'))],
    ['another issuer', forge((jwt) => jwt.setIssuer('https://other.example.org'))],
    ['no session', forge((jwt) => jwt, {}, {})],
    ['a time in the future', forge((jwt) => jwt.setNotBefore(Math.floor(clock.now() / 1_000) + 60))],
  ])('is refused with %s', async (_title, token) => {
    // ASVS 9.2.3, 9.2.4
    expect(await tokens.verify(await token)).toBeUndefined();
  });

  it('is refused without a signature, with a symmetric one made from the public key, and with a foreign key', async () => {
    const payload = base64url({
      sub: 'usr_1',
      sid: 'ses_1',
      aud: AUDIENCE,
      iss: AUDIENCE,
      exp: 9_999_999_999,
      nbf: 0,
    });
    const none = `${base64url({ alg: 'none', typ: 'at+jwt' })}.${payload}.`;
    const hmacHead = base64url({ alg: 'HS256', typ: 'at+jwt' });
    const pem = keys.publicKey.export({ type: 'spki', format: 'pem' });
    const hmac = `${hmacHead}.${payload}.${createHmac('sha256', pem).update(`${hmacHead}.${payload}`).digest('base64url')}`;
    const foreign = createSessionTokens({ keys: generateKeyPairSync('ed25519'), audience: AUDIENCE, clock });
    const other = await foreign.issue({
      userId: 'usr_1',
      sessionId: 'ses_1',
      email: 'a@b.co',
      role: 'admin',
      issuedAt: clock.now(),
      expiresAt: clock.now() + HOUR_MS,
    });
    // ASVS 7.2.2, 7.2.3, 9.1.1, 9.1.2, 9.1.3, 11.4.3, 11.6.1
    for (const token of [none, hmac, other, '', 'a.b.c']) expect(await tokens.verify(token)).toBeUndefined();
  });

  it('is refused with any character changed', async () => {
    const token = await issue();
    for (let index = 0; index < token.length; index += 3) {
      const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
      const isSameSignature = Buffer.from(changed.split('.')[2] ?? '', 'base64url').equals(
        Buffer.from(token.split('.')[2] ?? '', 'base64url'),
      );
      const isSame =
        isSameSignature &&
        changed.split('.').slice(0, 2).join('.') === token.split('.').slice(0, 2).join('.');
      // ASVS 7.2.3, 9.1.1
      if (!isSame) expect(await tokens.verify(changed)).toBeUndefined();
    }
  });
});
