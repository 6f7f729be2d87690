import { type PasskeyId, PoolError, type UserId } from '@glasspool/core';
import type { Role, Transaction } from '@glasspool/db';
import type { WebAuthnCredential } from '@simplewebauthn/server';
import type { IdentityDeps, PasskeySite } from '../deps.ts';
import { sha256Hex } from '../hashing.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { type ChallengeUse, readIssuedAt } from './passkey-challenge.ts';
import { loadWebAuthn } from './web-authn.ts';

type Deps = Pick<IdentityDeps, 'db' | 'machineClock' | 'random' | 'otpKey' | 'passkeySite'>;

/** Answer that the browser hands over after its user agreed (`navigator.credentials.get`). All text is base64url. */
export interface PasskeyAnswer {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    /** The account, where the authenticator keeps it. */
    readonly userHandle?: string | undefined;
  };
}

/** An answer that is right, and not used yet. */
export interface CheckedAnswer {
  readonly passkeyId: PasskeyId;
  /** The owner of the passkey. */
  readonly user: {
    readonly id: UserId;
    readonly email: string;
    readonly role: Role;
    readonly lockedAt: number | null;
  };
  readonly signCount: number;
  readonly challenge: string;
}

/** The site of the pool's passkeys. @throws PoolError PASSKEYS_UNAVAILABLE */
export function getSite({ passkeySite }: Pick<IdentityDeps, 'passkeySite'>): PasskeySite {
  if (passkeySite === undefined) throw new PoolError('PASSKEYS_UNAVAILABLE');
  return passkeySite;
}

/**
 * Verifies an answer to a challenge (WebAuthn Level 3, 7.2). `getUses`: what the challenge may have been made for, by the owner of the
 * passkey. A counter that went back shows a copy of the device: the passkey is refused from then on, and its owner told.
 *
 * @throws PoolError PASSKEYS_UNAVAILABLE, PASSKEY_UNKNOWN, PASSKEY_INVALID, PASSKEY_COPIED
 */
export async function checkAnswer(
  deps: Deps,
  { answer, getUses }: { answer: PasskeyAnswer; getUses: (owner: UserId) => readonly ChallengeUse[] },
): Promise<CheckedAnswer> {
  const site = getSite(deps);
  const passkey = await findPasskey(deps, answer.id);
  if (passkey === undefined) throw new PoolError('PASSKEY_UNKNOWN');
  const { userHandle } = answer.response;
  if (userHandle !== undefined && toUserId(userHandle) !== passkey.userId)
    throw new PoolError('PASSKEY_INVALID');
  const { challenge, origin } = await readClientData(answer);
  const asked = findUse(deps, getUses(passkey.userId), challenge);
  if (asked === undefined || !site.isOwnOrigin(origin)) throw new PoolError('PASSKEY_INVALID');
  // Nothing but the passkey was shown: its device has to check who uses it, by a fingerprint or a PIN.
  const needsPerson = asked.use.purpose === 'log-in';
  const signCount = await verifySignature({ answer, challenge, origin, site, passkey, needsPerson });
  await assertNotAnswered(deps, challenge);
  await assertNoCopy(deps, { passkey, issuedAt: asked.issuedAt, signCount });
  const { id: passkeyId, userId: id, email, role, lockedAt } = passkey;
  return { passkeyId, user: { id, email, role, lockedAt }, signCount, challenge };
}

function findUse(
  deps: Deps,
  uses: readonly ChallengeUse[],
  challenge: string,
): { use: ChallengeUse; issuedAt: number } | undefined {
  for (const use of uses) {
    const issuedAt = readIssuedAt(deps, use, challenge);
    if (issuedAt !== undefined) return { use, issuedAt };
  }
  return undefined;
}

/**
 * Uses an answer: its challenge is answered once, its count the passkey's last. `isUsed`: it is spent with this; otherwise the challenge
 * is the code of one action in the session (`two-factor-proof.ts`).
 *
 * @throws PoolError PASSKEY_INVALID when another call used it meanwhile.
 */
export async function takeAnswer(
  tx: Transaction,
  { machineClock }: Pick<Deps, 'machineClock'>,
  { answer, isUsed }: { answer: CheckedAnswer; isUsed: boolean },
): Promise<void> {
  const { passkeyId, user, signCount, challenge } = answer;
  const now = machineClock.now();
  const stored = await tx
    .insertInto('passkeyAnswer')
    .values({
      challengeHash: sha256Hex(challenge),
      userId: user.id,
      answeredAt: now,
      usedAt: isUsed ? now : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const counted = await tx
    .updateTable('passkey')
    .set({ signCount, lastUsedAt: now })
    .where('id', '=', passkeyId)
    .where('copiedAt', 'is', null)
    .where((eb) => (signCount === 0 ? eb('signCount', '=', 0) : eb('signCount', '<', signCount)))
    .executeTakeFirst();
  if (stored.numInsertedOrUpdatedRows !== 1n || counted.numUpdatedRows !== 1n)
    throw new PoolError('PASSKEY_INVALID');
}

/** Ends the codes of answers that no action used yet: when a passkey is removed, or found to be copied, one may be a thief's. */
export async function endOpenAnswers(
  tx: Transaction,
  { userId, now }: { userId: UserId; now: number },
): Promise<void> {
  await tx
    .updateTable('passkeyAnswer')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute();
}

/** An account's id as passkeys keep it (the user handle). */
export function toUserHandle(userId: UserId): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId));
}

function toUserId(userHandle: string): string {
  return Buffer.from(userHandle, 'base64url').toString();
}

type Passkey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

function findPasskey({ db }: Pick<Deps, 'db'>, credentialId: string) {
  return db.read
    .selectFrom('passkey')
    .innerJoin('user', 'user.id', 'passkey.userId')
    .select(['passkey.id', 'passkey.userId', 'passkey.name', 'credentialId', 'publicKey'])
    .select(['user.email', 'user.role', 'user.lockedAt'])
    .select(['signCount', 'copiedAt', 'lastUsedAt'])
    .where('credentialId', '=', credentialId)
    .executeTakeFirst();
}

async function readClientData(answer: PasskeyAnswer): Promise<{ challenge: string; origin: string }> {
  const { decodeClientDataJSON } = await loadWebAuthn();
  try {
    const { challenge, origin } = decodeClientDataJSON(answer.response.clientDataJSON);
    return { challenge: String(challenge), origin: String(origin) };
  } catch (error) {
    throw new PoolError('PASSKEY_INVALID', {}, { cause: error });
  }
}

/** Returns the count that the passkey signed. The library compares it only with zero: `assertNoCopy` does the rest. */
async function verifySignature(request: {
  answer: PasskeyAnswer;
  challenge: string;
  origin: string;
  site: PasskeySite;
  passkey: Passkey;
  needsPerson: boolean;
}): Promise<number> {
  const { answer, challenge, origin, site, passkey, needsPerson } = request;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'));
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  const credential: WebAuthnCredential = { id: passkey.credentialId, publicKey, counter: 0 };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site.rpId,
      credential,
      requireUserVerification: needsPerson,
    });
    if (!verified) throw new PoolError('PASSKEY_INVALID');
    return authenticationInfo.newCounter;
  } catch (error) {
    // Whatever is wrong with an answer, the library throws an Error that says so in words alone.
    throw new PoolError('PASSKEY_INVALID', {}, { cause: error });
  }
}

async function assertNotAnswered({ db }: Pick<Deps, 'db'>, challenge: string): Promise<void> {
  const answered = await db.read
    .selectFrom('passkeyAnswer')
    .select('userId')
    .where('challengeHash', '=', sha256Hex(challenge))
    .executeTakeFirst();
  if (answered !== undefined) throw new PoolError('PASSKEY_INVALID');
}

/** WebAuthn Level 3, 6.1.1. An answer to a challenge from before the last use may have come late, and proves nothing. */
async function assertNoCopy(
  deps: Deps,
  { passkey, issuedAt, signCount }: { passkey: Passkey; issuedAt: number; signCount: number },
): Promise<void> {
  if (passkey.copiedAt !== null) throw new PoolError('PASSKEY_COPIED');
  const isCounting = signCount > 0 || passkey.signCount > 0;
  if (!isCounting || signCount > passkey.signCount) return;
  if (issuedAt < (passkey.lastUsedAt ?? 0)) throw new PoolError('PASSKEY_INVALID');
  const { id, email, name } = passkey;
  await deps.db.transaction(async (tx) => {
    const marked = await tx
      .updateTable('passkey')
      .set({ copiedAt: deps.machineClock.now() })
      .where('id', '=', id)
      .where('copiedAt', 'is', null)
      .executeTakeFirst();
    if (marked.numUpdatedRows !== 1n) return;
    await endOpenAnswers(tx, { userId: passkey.userId, now: deps.machineClock.now() });
    await enqueueMail(tx, deps, { recipient: email, write: (texts) => texts.passkeyCopied({ name }) });
  });
  throw new PoolError('PASSKEY_COPIED');
}
