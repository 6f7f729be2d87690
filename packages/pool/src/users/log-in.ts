import { createId, DAY_MS, HOUR_MS, PoolError, type SessionId, type UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PasswordAsker, PoolDeps } from '../deps.ts';
import { composeMail, enqueueMail } from '../mail/index.ts';
import { createDeviceToken, findDevice } from './devices.ts';
import { assertMayLogIn, forgetLoginFailures, loginSubject, noteLoginFailure } from './login-failures.ts';
import { findProof, useProof } from './second-factor-proof.ts';
import { countTry, forgetTries, tellOwner } from './second-factor-tries.ts';

const LIFETIME_MS = 12 * HOUR_MS;
const USER_AGENT_LENGTH_MAX = 200;
/** A sign-in from where one came from within this time is no news. */
const KNOWN_FOR_MS = 30 * DAY_MS;

type Deps = Pick<
  PoolDeps,
  'db' | 'machineClock' | 'random' | 'passwords' | 'tokens' | 'settings' | 'secondFactorKey' | 'otpKey'
>;

/** Where somebody logs in from. */
export interface LogInOrigin {
  readonly address?: string;
  readonly userAgent?: string | undefined;
  /** What the device kept of an earlier login. */
  readonly deviceToken?: string | undefined;
}

interface LogInRequest extends LogInOrigin {
  readonly email: string;
  readonly password: string;
  readonly totp?: string | undefined;
}

type LogInUser = Awaited<ReturnType<typeof checkPassword>>;

/**
 * Checks email and password and starts a session of 12 hours. Says what the device may keep to be known again.
 *
 * @throws PoolError LOGIN_BLOCKED, INVALID_LOGIN for an unknown address and for a wrong password alike, ACCOUNT_LOCKED,
 *   SECOND_FACTOR_REQUIRED, SECOND_FACTOR_BLOCKED, SECOND_FACTOR_SHUT, SECOND_FACTOR_INVALID
 */
export async function logIn(
  deps: Deps,
  request: LogInRequest,
): Promise<{ token: string; deviceToken: string; userId: UserId }> {
  const deviceId = findDevice(deps, request.email, request.deviceToken);
  const user = await checkPassword(deps, request, {
    subject: loginSubject(deps, request.email, deviceId),
    who: deviceId === undefined ? 'stranger' : 'known',
  });
  if (user.lockedAt !== null) throw new PoolError('ACCOUNT_LOCKED');
  if (user.confirmedAt === null) return startSession(deps, { user, request, deviceId, useCode: undefined });
  const code = request.totp;
  if (code === undefined) throw new PoolError('SECOND_FACTOR_REQUIRED');
  const entry = { userId: user.id, from: deviceId === undefined ? 'stranger' : { deviceId } } as const;
  const tries = await countTry(deps, entry);
  try {
    const proof = await findProof(deps, { userId: user.id, code });
    const useCode = async (tx: Transaction): Promise<void> => {
      await useProof(tx, deps, { userId: user.id, proof });
      await forgetTries(tx, deps, entry);
    };
    return await startSession(deps, { user, request, deviceId, useCode });
  } catch (error) {
    const isWrong = error instanceof PoolError && error.code === 'SECOND_FACTOR_INVALID';
    if (isWrong && entry.from === 'stranger') await tellOwner(deps, { email: user.email, tries });
    throw error;
  }
}

interface NewSession {
  readonly user: LogInUser;
  readonly request: LogInRequest;
  readonly deviceId: string | undefined;
  /** Uses the code of the second factor up, in the transaction that starts the session. */
  readonly useCode: ((tx: Transaction) => Promise<void>) | undefined;
}

async function startSession(
  deps: Deps,
  { user, request, deviceId, useCode }: NewSession,
): Promise<{ token: string; deviceToken: string; userId: UserId }> {
  const now = deps.machineClock.now();
  const sessionId = createId('session', { clock: deps.machineClock, random: deps.random });
  const expiresAt = now + LIFETIME_MS;
  await deps.db.transaction(async (tx) => {
    await useCode?.(tx);
    if (deviceId === undefined) await tellOfNewDevice(tx, deps, { user, origin: request, now });
    await insertSession(tx, { id: sessionId, user, origin: request, now, expiresAt });
  });
  const token = await deps.tokens.issue({
    userId: user.id,
    sessionId,
    email: user.email,
    role: user.role,
    issuedAt: now,
    expiresAt,
  });
  return {
    token,
    deviceToken: createDeviceToken(deps, { email: user.email, deviceId }),
    userId: user.id,
  };
}

/** The user whose password is right. Wrong ones make the next one wait. */
async function checkPassword(
  deps: Deps,
  { email, password }: LogInRequest,
  { subject, who }: { subject: string; who: PasswordAsker },
) {
  await assertMayLogIn(deps, subject);
  const user = await deps.db.read
    .selectFrom('user')
    .leftJoin('secondFactor', 'secondFactor.userId', 'user.id')
    .select(['id', 'email', 'role', 'passwordHash', 'lockedAt', 'secondFactor.confirmedAt'])
    .where('email', '=', email)
    .executeTakeFirst();
  // An unknown address costs the same work as a known one.
  const isRight = await deps.passwords.verify(user?.passwordHash ?? (await unknownHash(deps)), password, who);
  if (user === undefined || !isRight) {
    await noteLoginFailure(deps, subject);
    throw new PoolError('INVALID_LOGIN');
  }
  await assertMayLogIn(deps, subject);
  await forgetLoginFailures(deps, subject);
  return user;
}

/** Mails the owner of an account that somebody signed in from where nobody did lately. Not for the first sign-in of all. */
async function tellOfNewDevice(
  tx: Transaction,
  deps: Deps,
  { user, origin, now }: { user: LogInUser; origin: LogInOrigin; now: number },
): Promise<void> {
  const { address, userAgent } = kept(origin);
  const earlier = await tx
    .selectFrom('session')
    .select(['address', 'userAgent', 'createdAt'])
    .where('userId', '=', user.id)
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute();
  const isKnown = earlier.some(
    (one) => one.address === address && one.userAgent === userAgent && one.createdAt > now - KNOWN_FOR_MS,
  );
  if (earlier.length === 0 || isKnown) return;
  const notice = `Somebody signed in to your account at ${new Date(now).toISOString()} from ${address ?? 'an unknown address'} with ${userAgent ?? 'an unknown program'}. If it was you, there is nothing to do. If not, change your password now, which ends all other sessions.`;
  await enqueueMail(tx, deps, composeMail(user.email, 'A new sign-in to your Glasspool account', [notice]));
}

async function insertSession(
  tx: Transaction,
  session: { id: SessionId; user: LogInUser; origin: LogInOrigin; now: number; expiresAt: number },
): Promise<void> {
  const { id, user, origin, now, expiresAt } = session;
  await tx
    .insertInto('session')
    .values({
      id,
      userId: user.id,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
      endedAt: null,
      ...kept(origin),
    })
    .execute();
}

/** What a session keeps of where it came from. What a program calls itself is cut to a length and to what can be printed. */
function kept({ address, userAgent }: LogInOrigin): { address: string | null; userAgent: string | null } {
  const name = userAgent?.replace(/[^\x20-\x7e]/g, '').slice(0, USER_AGENT_LENGTH_MAX);
  return { address: address ?? null, userAgent: name ?? null };
}

let hashOfNothing: Promise<string> | undefined;

function unknownHash({ passwords, random }: Deps): Promise<string> {
  hashOfNothing ??= passwords.hash(Buffer.from(random.bytes(16)).toString('hex'));
  return hashOfNothing;
}
