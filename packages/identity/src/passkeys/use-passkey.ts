import { PoolError, type SessionId, type UserId } from '@glasspool/core';
import type { Actor, IdentityDeps } from '../deps.ts';
import { findDevice } from '../sessions/devices.ts';
import { checkPassword } from '../sessions/log-in.ts';
import { type LogInOrigin, type StartedSession, startSession } from '../sessions/start-session.ts';
import { readPasskeyCode, toPasskeyCode } from '../two-factor/two-factor-proof.ts';
import { checkAnswer, getSite, type PasskeyAnswer, takeAnswer } from './passkey-answer.ts';
import {
  CHALLENGE_LIFETIME_MS,
  type ChallengeUse,
  createChallenge,
  readIssuedAt,
} from './passkey-challenge.ts';
import { toDescriptor } from './passkeys.ts';
import { loadWebAuthn, type PasskeyRequestOptions } from './web-authn.ts';

type Deps = Pick<
  IdentityDeps,
  'db' | 'machineClock' | 'random' | 'passwords' | 'tokens' | 'otpKey' | 'passkeySite'
>;

/**
 * Begins a login with a passkey. Without email and password the browser offers the passkeys that it knows, and the device has to check
 * who uses it: that is two factors in one. With them the passkey is the second of two factors, and any of the account will do.
 *
 * @throws PoolError PASSKEYS_UNAVAILABLE, LOGIN_BLOCKED, INVALID_LOGIN, ACCOUNT_LOCKED, PASSKEY_UNKNOWN
 */
export async function beginPasskeyLogin(
  deps: Deps,
  request: { email: string; password: string; deviceToken: string | undefined } | undefined,
): Promise<PasskeyRequestOptions> {
  const site = getSite(deps);
  if (request === undefined) {
    const { generateAuthenticationOptions } = await loadWebAuthn();
    return generateAuthenticationOptions({
      rpID: site.rpId,
      challenge: createChallenge(deps, { purpose: 'log-in' }),
      timeout: CHALLENGE_LIFETIME_MS,
      userVerification: 'required',
    });
  }
  const deviceId = findDevice(deps, request.email, request.deviceToken);
  const { id } = await checkPassword(deps, request, deviceId);
  return askAccount(deps, { userId: id, use: { purpose: 'two-factor', boundTo: id } });
}

/**
 * Starts a session with the answer of a passkey.
 *
 * @throws PoolError PASSKEYS_UNAVAILABLE, PASSKEY_UNKNOWN, PASSKEY_INVALID, PASSKEY_COPIED, ACCOUNT_LOCKED
 */
export async function logInWithPasskey(
  deps: Deps,
  { answer, origin }: { answer: PasskeyAnswer; origin: LogInOrigin },
): Promise<StartedSession> {
  const checked = await checkAnswer(deps, {
    answer,
    getUses: (userId) => [{ purpose: 'log-in' }, { purpose: 'two-factor', boundTo: userId }],
  });
  const { user } = checked;
  if (user.lockedAt !== null) throw new PoolError('ACCOUNT_LOCKED');
  const deviceId = findDevice(deps, user.email, origin.deviceToken);
  return startSession(deps, {
    user,
    origin,
    deviceId,
    useProof: (tx) => takeAnswer(tx, deps, { answer: checked, isUsed: true }),
  });
}

/**
 * Asks for a passkey of the caller's account, to confirm an action in this session.
 *
 * @throws PoolError PASSKEYS_UNAVAILABLE, PASSKEY_UNKNOWN
 */
export function askForPasskey(deps: Deps, { userId, sessionId }: Actor): Promise<PasskeyRequestOptions> {
  return askAccount(deps, { userId, use: { purpose: 'step-up', boundTo: sessionId } });
}

/**
 * Takes the answer, and returns a code that confirms one action within five minutes, in the place of the six digits of an app.
 *
 * @throws PoolError PASSKEYS_UNAVAILABLE, PASSKEY_UNKNOWN, PASSKEY_INVALID, PASSKEY_COPIED
 */
export async function getPasskeyCode(
  deps: Deps,
  { actor, answer }: { actor: Actor; answer: PasskeyAnswer },
): Promise<{ code: string }> {
  const { userId, sessionId } = actor;
  const getUses = (owner: UserId): ChallengeUse[] =>
    owner === userId ? [{ purpose: 'step-up', boundTo: sessionId }] : [];
  const checked = await checkAnswer(deps, { answer, getUses });
  await deps.db.transaction((tx) => takeAnswer(tx, deps, { answer: checked, isUsed: false }));
  return { code: toPasskeyCode(checked.challenge) };
}

/**
 * Refuses the code of a passkey that was asked for in another session, or for a call that has none. Other codes are not bound to a session.
 *
 * @throws PoolError TWO_FACTOR_INVALID
 */
export function assertCodeOfSession(
  deps: Pick<Deps, 'machineClock'> & Pick<IdentityDeps, 'otpKey'>,
  { code, sessionId }: { code: string; sessionId: SessionId | undefined },
): void {
  const challenge = readPasskeyCode(code);
  if (challenge === undefined) return;
  const use = { purpose: 'step-up', boundTo: sessionId ?? '' } as const;
  if (sessionId === undefined || readIssuedAt(deps, use, challenge) === undefined)
    throw new PoolError('TWO_FACTOR_INVALID');
}

async function askAccount(
  deps: Deps,
  { userId, use }: { userId: UserId; use: ChallengeUse },
): Promise<PasskeyRequestOptions> {
  const site = getSite(deps);
  const passkeys = await deps.db.read
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .where('copiedAt', 'is', null)
    .execute();
  if (passkeys.length === 0) throw new PoolError('PASSKEY_UNKNOWN');
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: createChallenge(deps, use),
    timeout: CHALLENGE_LIFETIME_MS,
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: 'preferred',
  });
}
