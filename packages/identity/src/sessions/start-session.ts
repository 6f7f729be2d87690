import {
  createId,
  DAY_MS,
  HOUR_MS,
  type Language,
  PoolError,
  type SessionId,
  type UserId,
} from '@glasspool/core';
import type { Role, Transaction } from '@glasspool/db';
import { lockUserRow } from '../accounts/lock-user-row.ts';
import type { IdentityDeps } from '../deps.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { createDeviceToken } from './devices.ts';

const LIFETIME_MS = 12 * HOUR_MS;
const USER_AGENT_LENGTH_MAX = 200;
/** A sign-in from an origin that was used within this time is not reported. */
const KNOWN_FOR_MS = 30 * DAY_MS;

type Deps = Pick<IdentityDeps, 'db' | 'machineClock' | 'random' | 'tokens' | 'otpKey'>;

/** Origin of a login. */
export interface LogInOrigin {
  readonly ipAddress?: string;
  /** Language of the screen that logs in; mails are written in it from then on. */
  readonly language?: Language | undefined;
  readonly userAgent?: string | undefined;
  /** Token that the device kept of an earlier login. */
  readonly deviceToken?: string | undefined;
}

interface SessionUser {
  readonly id: UserId;
  readonly email: string;
  readonly role: Role;
  /** Hash that the password was compared with; left out where a passkey alone opened the session. */
  readonly passwordHash?: string;
}

interface NewSession {
  readonly user: SessionUser;
  readonly origin: LogInOrigin;
  readonly deviceId: string | undefined;
  /** Uses up what opened it, in the transaction that starts the session. */
  readonly useProof: ((tx: Transaction) => Promise<void>) | undefined;
}

export interface StartedSession {
  readonly token: string;
  readonly deviceToken: string;
  readonly userId: UserId;
}

/**
 * Starts a session of 12 hours, and tells the owner when it comes from a new device. Refuses where the account was locked, or its password
 * changed, since both were looked at.
 *
 * @throws PoolError INVALID_LOGIN, ACCOUNT_LOCKED
 */
export async function startSession(
  deps: Deps,
  { user, origin, deviceId, useProof }: NewSession,
): Promise<StartedSession> {
  const now = deps.machineClock.now();
  const sessionId = createId('session', { clock: deps.machineClock, random: deps.random });
  const expiresAt = now + LIFETIME_MS;
  await deps.db.transaction(async (tx) => {
    await assertUnchanged(tx, user);
    await useProof?.(tx);
    if (deviceId === undefined) await notifyNewDevice(tx, deps, { user, origin, now });
    await rememberLanguage(tx, user.id, origin.language);
    await insertSession(tx, { id: sessionId, userId: user.id, origin, now, expiresAt });
  });
  const { id: userId, email, role } = user;
  const token = await deps.tokens.issue({ userId, sessionId, email, role, issuedAt: now, expiresAt });
  return { token, deviceToken: createDeviceToken(deps, { email, deviceId }), userId };
}

/** Refuses what no longer holds: a new password and a lock end all sessions, so that none may begin with the old ones. */
async function assertUnchanged(tx: Transaction, { id, passwordHash }: SessionUser): Promise<void> {
  const current = await lockUserRow(tx, id);
  if (passwordHash !== undefined && passwordHash !== current.passwordHash)
    throw new PoolError('INVALID_LOGIN');
  if (current.lockedAt !== null) throw new PoolError('ACCOUNT_LOCKED');
}

/** Mails the owner of an account about a sign-in from where none came from lately. Not for the first sign-in of all. */
async function notifyNewDevice(
  tx: Transaction,
  deps: Deps,
  { user, origin, now }: { user: SessionUser; origin: LogInOrigin; now: number },
): Promise<void> {
  const { ipAddress, userAgent } = kept(origin);
  const earlier = await tx
    .selectFrom('session')
    .select(['ipAddress', 'userAgent', 'createdAt'])
    .where('userId', '=', user.id)
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute();
  const isKnown = earlier.some(
    (one) => one.ipAddress === ipAddress && one.userAgent === userAgent && one.createdAt > now - KNOWN_FOR_MS,
  );
  if (earlier.length === 0 || isKnown) return;
  await enqueueMail(tx, deps, {
    recipient: user.email,
    write: (texts, formatTime) =>
      texts.newSignIn({
        time: formatTime(now),
        ipAddress: ipAddress ?? texts.unknownAddress,
        program: userAgent ?? texts.unknownProgram,
      }),
  });
}

/** Keeps the language of the last login, for mails (docs/decisions/009-mails-in-the-language-of-the-last-login.md). */
async function rememberLanguage(tx: Transaction, id: UserId, language: Language | undefined): Promise<void> {
  if (language === undefined) return;
  await tx
    .updateTable('user')
    .set({ language })
    .where('id', '=', id)
    .where('language', '!=', language)
    .execute();
}

async function insertSession(
  tx: Transaction,
  session: { id: SessionId; userId: UserId; origin: LogInOrigin; now: number; expiresAt: number },
): Promise<void> {
  const { id, userId, origin, now, expiresAt } = session;
  await tx
    .insertInto('session')
    .values({
      id,
      userId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
      endedAt: null,
      ...kept(origin),
    })
    .execute();
}

/** The part of an origin that a session keeps. The name of a program is cut to a length and to what can be printed. */
function kept({ ipAddress, userAgent }: LogInOrigin): { ipAddress: string | null; userAgent: string | null } {
  const name = userAgent?.replace(/[^\x20-\x7e]/g, '').slice(0, USER_AGENT_LENGTH_MAX);
  return { ipAddress: ipAddress ?? null, userAgent: name ?? null };
}
