import { isId, MINUTE_MS, type SessionId, type UserId } from '@glasspool/core';
import { type Param, prepareSelect } from '@glasspool/db';
import { lockActor } from '../accounts/lock-user-row.ts';
import type { Actor, IdentityDeps } from '../deps.ts';
import { assertPassword } from '../passwords/assert-password.ts';

/** A session's last call is noted at most this often, so that reads do not become writes. */
const SEEN_EVERY_MS = MINUTE_MS;
const SESSIONS_MAX = 50;

type SessionDeps = Pick<IdentityDeps, 'db' | 'machineClock' | 'settings'>;

/** Session of a token with its owner, or undefined when it is invalid, has ended or was idle for too long. */
export async function authenticate(
  deps: SessionDeps & Pick<IdentityDeps, 'tokens'>,
  token: string,
): Promise<Actor | undefined> {
  const claims = await deps.tokens.verify(token);
  if (claims === undefined || !isId('session', claims.sessionId)) return undefined;
  const session = await findOpenSession(deps, claims.sessionId);
  if (session === undefined || session.userId !== claims.userId) return undefined;
  const now = deps.machineClock.now();
  if (now - session.lastSeenAt > SEEN_EVERY_MS) await recordSeen(deps, session.id, now);
  return {
    userId: session.userId,
    sessionId: session.id,
    email: session.email,
    role: session.role,
    hasTwoFactor: session.confirmedAt !== null || session.passkeyId !== null,
    mustChangePassword: session.mustChangePassword === 1,
  };
}

/** Returns true when a session still is open. Asking does not count as using it. */
export async function isSessionOpen(deps: SessionDeps, { sessionId }: Actor): Promise<boolean> {
  return (await findOpenSession(deps, sessionId)) !== undefined;
}

const selectSession = prepareSelect((db, param: Param<{ sessionId: SessionId }>) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('twoFactor', 'twoFactor.userId', 'session.userId')
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
      'twoFactor.confirmedAt',
    ])
    .select((eb) =>
      eb
        .selectFrom('passkey')
        .select('passkey.id')
        .whereRef('passkey.userId', '=', 'session.userId')
        .limit(1)
        .as('passkeyId'),
    )
    .where('session.id', '=', param('sessionId')),
);

async function findOpenSession(deps: SessionDeps, sessionId: SessionId) {
  const [session] = await selectSession(deps.db.read, { sessionId });
  if (session === undefined) return undefined;
  const now = deps.machineClock.now();
  const isOver = session.endedAt !== null || session.lockedAt !== null || session.expiresAt <= now;
  const isIdle = now - session.lastSeenAt > deps.settings.inactivityMs[session.role];
  return isOver || isIdle ? undefined : session;
}

/** Ends a session at once. */
export async function logOut(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'events'>,
  actor: Actor,
): Promise<void> {
  const now = deps.machineClock.now();
  await deps.db.transaction(async (tx) => {
    tx.onCommit(() => deps.events.emit(actor.userId, 'session.ended'));
    await tx
      .updateTable('session')
      .set({ endedAt: now })
      .where('id', '=', actor.sessionId)
      .where('endedAt', 'is', null)
      .execute();
  });
}

export interface OpenSession {
  readonly id: SessionId;
  readonly startedAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  /** IP address that started it, if known. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

export interface SessionView extends OpenSession {
  /** True when it is the session that asks. */
  readonly isCurrent: boolean;
}

/** The sessions of the caller that are still open, the one used last first. */
export async function listSessions(
  deps: Pick<IdentityDeps, 'db' | 'machineClock'>,
  actor: Actor,
): Promise<SessionView[]> {
  const rows = await readOpenSessions(deps, actor.userId);
  return rows.map((session) => ({ ...session, isCurrent: session.id === actor.sessionId }));
}

/** The open sessions of a user, the one used last first, for the back office. */
export async function listOpenSessions(
  deps: Pick<IdentityDeps, 'db' | 'machineClock'>,
  userId: UserId,
): Promise<OpenSession[]> {
  return readOpenSessions(deps, userId);
}

function readOpenSessions(
  deps: Pick<IdentityDeps, 'db' | 'machineClock'>,
  userId: UserId,
): Promise<OpenSession[]> {
  return deps.db.read
    .selectFrom('session')
    .select(['id', 'createdAt as startedAt', 'lastSeenAt', 'expiresAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', deps.machineClock.now())
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .limit(SESSIONS_MAX)
    .execute();
}

/**
 * Ends one of the caller's sessions, or all but the one that asks. Asks for the password: a stolen session must not end its owner's.
 * Returns how many ended.
 *
 * @throws PoolError LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG
 */
export async function endSessions(
  deps: Pick<IdentityDeps, 'db' | 'machineClock' | 'events' | 'otpKey' | 'passwords'>,
  { actor, password, sessionId }: { actor: Actor; password: string; sessionId?: string | undefined },
): Promise<number> {
  await assertPassword(deps, { userId: actor.userId, password });
  const now = deps.machineClock.now();
  return deps.db.transaction(async (tx) => {
    await lockActor(tx, actor);
    tx.onCommit(() => deps.events.emit(actor.userId, 'session.ended'));
    const others = tx
      .updateTable('session')
      .set({ endedAt: now })
      .where('userId', '=', actor.userId)
      .where('id', '!=', actor.sessionId)
      .where('endedAt', 'is', null);
    // Whatever the id is, it is looked up among the caller's own.
    const meant = sessionId === undefined ? others : others.where('id', '=', sessionId as SessionId);
    return Number((await meant.executeTakeFirst()).numUpdatedRows);
  });
}

async function recordSeen({ db }: Pick<IdentityDeps, 'db'>, id: SessionId, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.updateTable('session').set({ lastSeenAt: now }).where('id', '=', id).execute();
  });
}
