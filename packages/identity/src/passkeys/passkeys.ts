import { createId, type PasskeyId, PoolError } from '@glasspool/core';
import { isUniqueViolation, type Transaction } from '@glasspool/db';
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { lockActor } from '../accounts/lock-user-row.ts';
import type { Actor, CallOrigin, IdentityDeps } from '../deps.ts';
import { sha256Hex } from '../hashing.ts';
import { assertPassword } from '../passwords/assert-password.ts';
import { countPasskeys, hasTwoFactor } from '../two-factor/has-two-factor.ts';
import { recordFactorChange } from '../two-factor/record-factor-change.ts';
import { forgetUnusedCodes, makeRecoveryCodes, replaceRecoveryCodes } from '../two-factor/recovery-codes.ts';
import { withTwoFactor } from '../two-factor/step-up.ts';
import { endOpenAnswers, getSite, toUserHandle } from './passkey-answer.ts';
import {
  CHALLENGE_LIFETIME_MS,
  type ChallengeUse,
  createChallenge,
  readIssuedAt,
} from './passkey-challenge.ts';
import { ALGORITHMS, loadWebAuthn, type PasskeyCreationOptions } from './web-authn.ts';

const PASSKEYS_MAX = 10;

type Deps = Pick<
  IdentityDeps,
  'db' | 'machineClock' | 'random' | 'passwords' | 'otpKey' | 'twoFactorKey' | 'passkeySite'
>;

/** Passkey as the browser hands it over once an authenticator has made it (`navigator.credentials.create`). All text is base64url. */
export interface NewPasskey {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    /** Ways for the browser to reach the authenticator the next time. */
    readonly transports?: readonly string[] | undefined;
  };
}

interface Passkey {
  readonly id: PasskeyId;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** When its counter went back. */
  readonly copiedAt: number | null;
}

/** The caller's passkeys, the oldest first; ten at most. */
export function listPasskeys({ db }: Pick<IdentityDeps, 'db'>, { userId }: Actor): Promise<Passkey[]> {
  return db.read
    .selectFrom('passkey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt', 'copiedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

/**
 * Begins to add a passkey: returns what the browser asks an authenticator for. Asks for the password, and an account with two-factor authentication
 * for a code of it: a stolen session must not add a way in.
 *
 * @throws PoolError PASSKEYS_UNAVAILABLE, LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, PASSKEYS_MAX, TWO_FACTOR_REQUIRED,
 *   TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function beginPasskey(
  deps: Deps,
  request: { actor: Actor; password: string; totp?: string | undefined },
): Promise<PasskeyCreationOptions> {
  const { actor, password, totp } = request;
  const { userId, email } = actor;
  const site = getSite(deps);
  await assertPassword(deps, { userId, password });
  await withTwoFactor(deps, { userId, code: totp }, (assertTwoFactor) =>
    deps.db.transaction(async (tx) => {
      await assertRoom(tx, actor);
      await assertTwoFactor(tx);
    }),
  );
  const own = await deps.db.read
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .execute();
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: 'Glasspool (test network)',
    rpID: site.rpId,
    userName: email,
    userDisplayName: email,
    userID: toUserHandle(userId),
    challenge: createChallenge(deps, getUse(actor, !(await hasTwoFactor(deps.db.read, userId)))),
    timeout: CHALLENGE_LIFETIME_MS,
    // The maker of a device is its owner's affair.
    attestationType: 'none',
    excludeCredentials: own.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/**
 * Adds a passkey that an authenticator made (WebAuthn Level 3, 7.1). With the first authenticator of an account come recovery codes, shown
 * this once.
 *
 * @throws PoolError PASSKEYS_UNAVAILABLE, PASSKEY_INVALID, PASSKEY_EXISTS, PASSKEYS_MAX
 */
export async function addPasskey(
  deps: Deps,
  request: { actor: Actor; origin: CallOrigin; name: string; answer: NewPasskey },
): Promise<{ recoveryCodes: string[] }> {
  const { actor, origin, name, answer } = request;
  const { userId } = actor;
  const isFirst = !(await hasTwoFactor(deps.db.read, userId));
  const { credential, challenge } = await verifyNew(deps, { use: getUse(actor, isFirst), answer });
  const { codes, codeHashes } = isFirst ? await makeRecoveryCodes(deps) : { codes: [], codeHashes: [] };
  const now = deps.machineClock.now();
  const passkey = {
    id: createId('passkey', { clock: deps.machineClock, random: deps.random }),
    userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    transports: JSON.stringify(answer.response.transports ?? []),
    name,
    createdAt: now,
    lastUsedAt: null,
    copiedAt: null,
  };
  try {
    await deps.db.transaction(async (tx) => {
      await assertRoom(tx, actor);
      // Another one came meanwhile: its recovery codes hold, and it would have been asked for.
      if (isFirst && (await hasTwoFactor(tx, userId))) throw new PoolError('PASSKEY_INVALID');
      await spendChallenge(tx, { userId, challenge, now });
      await tx.insertInto('passkey').values(passkey).execute();
      if (isFirst) await replaceRecoveryCodes(tx, { userId, codeHashes });
      // An app whose enrolment began without this passkey would be confirmed without it.
      await tx
        .deleteFrom('twoFactor')
        .where('userId', '=', userId)
        .where('confirmedAt', 'is', null)
        .execute();
      await recordFactorChange(tx, deps, { actor, origin, action: 'passkey.add', name });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new PoolError('PASSKEY_EXISTS', {}, { cause: error });
    throw error;
  }
  return { recoveryCodes: codes };
}

/**
 * Removes a passkey, with a two-factor code.
 *
 * @throws PoolError NOT_FOUND, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function removePasskey(
  deps: Deps,
  request: { actor: Actor; origin: CallOrigin; id: PasskeyId; totp?: string | undefined },
): Promise<void> {
  const { actor, origin, id, totp } = request;
  const { userId } = actor;
  await withTwoFactor(deps, { userId, code: totp }, (assertTwoFactor) =>
    deps.db.transaction(async (tx) => {
      await lockActor(tx, actor);
      await assertTwoFactor(tx);
      const removed = await tx
        .deleteFrom('passkey')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .returning('name')
        .executeTakeFirst();
      if (removed === undefined) throw new PoolError('NOT_FOUND');
      await endOpenAnswers(tx, { userId, now: deps.machineClock.now() });
      await forgetUnusedCodes(tx, userId);
      const { name } = removed;
      await recordFactorChange(tx, deps, { actor, origin, action: 'passkey.remove', name });
    }),
  );
}

/** Names a passkey to the browser, with the ways to reach it. */
export function toDescriptor(passkey: { credentialId: string; transports: string }): {
  id: string;
  transports: string[];
} {
  // Written by `addPasskey`, as the browser named them.
  const transports = JSON.parse(passkey.transports) as string[];
  return { id: passkey.credentialId, transports };
}

/** The question says if it was asked as that for the first factor, with the password alone: once there is a factor no answer to it counts. */
function getUse({ sessionId }: Actor, isFirst: boolean): ChallengeUse {
  return { purpose: 'add', boundTo: `${sessionId}:${isFirst ? 'first' : 'another'}` };
}

async function assertRoom(tx: Transaction, actor: Actor): Promise<void> {
  await lockActor(tx, actor);
  if ((await countPasskeys(tx, actor.userId)) >= PASSKEYS_MAX)
    throw new PoolError('PASSKEYS_MAX', { max: PASSKEYS_MAX });
}

type Verified = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

async function verifyNew(
  deps: Deps,
  { use, answer }: { use: ChallengeUse; answer: NewPasskey },
): Promise<{ credential: Verified['credential']; challenge: string }> {
  const site = getSite(deps);
  const { verifyRegistrationResponse, decodeClientDataJSON } = await loadWebAuthn();
  try {
    const { clientDataJSON, attestationObject } = answer.response;
    const { challenge, origin } = decodeClientDataJSON(clientDataJSON);
    const isOurs = readIssuedAt(deps, use, challenge) !== undefined && site.isOwnOrigin(origin);
    if (!isOurs) throw new PoolError('PASSKEY_INVALID');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: answer.id,
        rawId: answer.id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) throw new PoolError('PASSKEY_INVALID');
    return { credential: registrationInfo.credential, challenge };
  } catch (error) {
    // Whatever is wrong with an answer, the library throws an Error that says so in words alone.
    throw new PoolError('PASSKEY_INVALID', {}, { cause: error });
  }
}

async function spendChallenge(
  tx: Transaction,
  { userId, challenge, now }: { userId: Actor['userId']; challenge: string; now: number },
): Promise<void> {
  const stored = await tx
    .insertInto('passkeyAnswer')
    .values({ challengeHash: sha256Hex(challenge), userId, answeredAt: now, usedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (stored.numInsertedOrUpdatedRows !== 1n) throw new PoolError('PASSKEY_INVALID');
}
