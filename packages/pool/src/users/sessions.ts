import { createId, HOUR_MS, isId, MINUTE_MS, PoolError, type SessionId, type UserId } from '@glasspool/core';
import type { Actor, PoolDeps } from '../deps.ts';
import { assertSecondFactor, countTry } from './second-factor.ts';

const LIFETIME_MS = 12 * HOUR_MS;
/** A session's last call is noted at most this often, so that reads do not become writes. */
const SEEN_EVERY_MS = MINUTE_MS;
const SESSIONS_MAX = 50;

type Deps = Pick<
  PoolDeps,
  'db' | 'machineClock' | 'random' | 'passwords' | 'tokens' | 'settings' | 'secondFactorKey'
>;

/**
 * Checks email and password and starts a session of 12 hours.
 *
 * @throws PoolError INVALID_LOGIN for an unknown address and for a wrong password alike, ACCOUNT_LOCKED, SECOND_FACTOR_REQUIRED,
 *   SECOND_FACTOR_BLOCKED, SECOND_FACTOR_INVALID
 */
export async function logIn(
  deps: Deps,
  request: { email: string; password: string; totp?: string | undefined },
): Promise<{ token: string }> {
  const user = await deps.db.read
    .selectFrom('user')
    .leftJoin('secondFactor', 'secondFactor.userId', 'user.id')
    .select(['id', 'email', 'role', 'passwordHash', 'lockedAt', 'secondFactor.confirmedAt'])
    .where('email', '=', request.email)
    .executeTakeFirst();
  // An unknown address costs the same work as a known one.
  const isRight = await deps.passwords.verify(
    user?.passwordHash ?? (await unknownHash(deps)),
    request.password,
  );
  if (user === undefined || !isRight) throw new PoolError('INVALID_LOGIN');
  if (user.lockedAt !== null) throw new PoolError('ACCOUNT_LOCKED');
  const { totp } = request;
  const needsCode = user.confirmedAt !== null;
  if (needsCode && totp === undefined) throw new PoolError('SECOND_FACTOR_REQUIRED');
  if (needsCode) await countTry(deps, user.id);

  const now = deps.machineClock.now();
  const sessionId = createId('session', { clock: deps.machineClock, random: deps.random });
  const expiresAt = now + LIFETIME_MS;
  await deps.db.transaction(async (tx) => {
    if (needsCode) await assertSecondFactor(tx, deps, { userId: user.id, code: totp ?? '' });
    await tx
      .insertInto('session')
      .values({ id: sessionId, userId: user.id, createdAt: now, lastSeenAt: now, expiresAt, endedAt: null })
      .execute();
  });
  const token = await deps.tokens.issue({
    userId: user.id,
    sessionId,
    email: user.email,
    role: user.role,
    issuedAt: now,
    expiresAt,
  });
  return { token };
}

/** Who a session token belongs to, or undefined when it is not valid, has ended or was idle for too long. */
export async function authenticate(
  deps: Pick<PoolDeps, 'db' | 'machineClock' | 'tokens' | 'settings'>,
  token: string,
): Promise<Actor | undefined> {
  const claims = await deps.tokens.verify(token);
  if (claims === undefined || !isId('session', claims.sessionId)) return undefined;
  const now = deps.machineClock.now();
  const session = await deps.db.read
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('secondFactor', 'secondFactor.userId', 'session.userId')
    .select([
      'session.id',
      'session.userId',
      'session.lastSeenAt',
      'session.expiresAt',
      'session.endedAt',
      'user.email',
      'user.role',
      'user.lockedAt',
      'user.mustChangePassword',
      'secondFactor.confirmedAt',
    ])
    .where('session.id', '=', claims.sessionId)
    .executeTakeFirst();
  if (session === undefined || session.userId !== claims.userId) return undefined;
  const isOver = session.endedAt !== null || session.lockedAt !== null || session.expiresAt <= now;
  const isIdle = now - session.lastSeenAt > deps.settings.inactivityMs[session.role];
  if (isOver || isIdle) return undefined;
  if (now - session.lastSeenAt > SEEN_EVERY_MS) await noteSeen(deps, session.id, now);
  return {
    userId: session.userId,
    sessionId: session.id,
    email: session.email,
    role: session.role,
    hasSecondFactor: session.confirmedAt !== null,
    mustChangePassword: session.mustChangePassword === 1,
  };
}

/** Ends a session at once. */
export async function logOut(deps: Pick<PoolDeps, 'db' | 'machineClock'>, actor: Actor): Promise<void> {
  const now = deps.machineClock.now();
  await deps.db.transaction(async (tx) => {
    await tx
      .updateTable('session')
      .set({ endedAt: now })
      .where('id', '=', actor.sessionId)
      .where('endedAt', 'is', null)
      .execute();
  });
}

export interface OpenSession {
  readonly startedAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

export interface SessionView extends OpenSession {
  /** Whether it is the session that asks. */
  readonly isCurrent: boolean;
}

/** The sessions of the caller that are still open, the one used last first. */
export async function listSessions(
  deps: Pick<PoolDeps, 'db' | 'machineClock'>,
  actor: Actor,
): Promise<SessionView[]> {
  const rows = await readOpenSessions(deps, actor.userId);
  return rows.map(({ id, ...session }) => ({ ...session, isCurrent: id === actor.sessionId }));
}

/** The open sessions of a user, the one used last first, for the back office. */
export async function listOpenSessions(
  deps: Pick<PoolDeps, 'db' | 'machineClock'>,
  userId: UserId,
): Promise<OpenSession[]> {
  const rows = await readOpenSessions(deps, userId);
  return rows.map(({ id: _id, ...session }) => session);
}

function readOpenSessions(
  deps: Pick<PoolDeps, 'db' | 'machineClock'>,
  userId: UserId,
): Promise<(OpenSession & { id: SessionId })[]> {
  return deps.db.read
    .selectFrom('session')
    .select(['id', 'createdAt as startedAt', 'lastSeenAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', deps.machineClock.now())
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .limit(SESSIONS_MAX)
    .execute();
}

/** Ends every session of the caller but the one that asks. Returns how many ended. */
export async function endOtherSessions(
  deps: Pick<PoolDeps, 'db' | 'machineClock'>,
  actor: Actor,
): Promise<number> {
  const now = deps.machineClock.now();
  return deps.db.transaction(async (tx) => {
    const ended = await tx
      .updateTable('session')
      .set({ endedAt: now })
      .where('userId', '=', actor.userId)
      .where('id', '!=', actor.sessionId)
      .where('endedAt', 'is', null)
      .executeTakeFirst();
    return Number(ended.numUpdatedRows);
  });
}

async function noteSeen({ db }: Pick<PoolDeps, 'db'>, id: SessionId, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.updateTable('session').set({ lastSeenAt: now }).where('id', '=', id).execute();
  });
}

let hashOfNothing: Promise<string> | undefined;

function unknownHash({ passwords, random }: Deps): Promise<string> {
  hashOfNothing ??= passwords.hash(Buffer.from(random.bytes(16)).toString('hex'));
  return hashOfNothing;
}
