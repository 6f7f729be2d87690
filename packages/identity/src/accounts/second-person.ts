import { DAY_MS, PoolError, type UserId } from '@glasspool/core';
import { isStaff, type Queryable } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';

/** An admin who locked or demoted another one does not become the only one by it, for so long. */
const REMOVED_FOR_MS = 30 * DAY_MS;

/**
 * Refuses the agreement of an admin who may be one person with the one who asked: of the two, one invited, promoted or unlocked the other, at
 * first hand or by others whom they invited, or a third one did both. An admin who was made on the machine depends on no one.
 *
 * @throws PoolError FORBIDDEN for the same admin, NOT_SECOND_PERSON
 */
export async function assertSecondPerson(
  db: Queryable,
  { askedBy, agreedBy }: { askedBy: UserId; agreedBy: UserId },
): Promise<void> {
  if (askedBy === agreedBy) throw new PoolError('FORBIDDEN');
  if (!(await isSecondPerson(db, { askedBy, agreedBy }))) throw new PoolError('NOT_SECOND_PERSON');
}

/** The rule of `assertSecondPerson`, for sums over several. */
export async function isSecondPerson(
  db: Queryable,
  { askedBy, agreedBy }: { askedBy: UserId; agreedBy: UserId },
): Promise<boolean> {
  return !shareSponsors(await readSponsors(db), askedBy, agreedBy);
}

/**
 * Admins who invited, promoted or unlocked an account of staff, by that account. An unlock by the one who had locked it, or by one who may be
 * the same person, counts for nothing: locking others for a moment would make them one's own.
 */
async function readSponsors(db: Queryable): Promise<Map<string, string[]>> {
  const lines = await db
    .selectFrom('auditLog')
    .innerJoin('user', 'user.id', 'auditLog.subject')
    .select(['action', 'afterJson', 'adminId', 'subject'])
    .where('action', 'in', ['admin.invite', 'admin.change-role', 'user.lock', 'user.unlock'])
    .where('user.role', '<>', 'user')
    .orderBy('auditLog.id')
    .execute();
  const sponsors = new Map<string, string[]>();
  const lockedBy = new Map<string, string>();
  for (const { action, afterJson, adminId, subject } of lines) {
    if (action === 'user.lock') lockedBy.set(subject, adminId);
    const locker = action === 'user.unlock' ? lockedBy.get(subject) : undefined;
    const counts =
      action === 'user.unlock'
        ? locker === undefined || !shareSponsors(sponsors, locker, adminId)
        : action === 'admin.invite' || (action === 'admin.change-role' && readRole(afterJson) === 'admin');
    if (counts) sponsors.set(subject, [...(sponsors.get(subject) ?? []), adminId]);
  }
  return sponsors;
}

function shareSponsors(sponsors: ReadonlyMap<string, readonly string[]>, a: string, b: string): boolean {
  const ofA = collectSponsors(sponsors, a);
  return [...collectSponsors(sponsors, b)].some((id) => ofA.has(id));
}

/** An account with all that it depends on, at first hand or by others. */
function collectSponsors(sponsors: ReadonlyMap<string, readonly string[]>, id: string): Set<string> {
  const all = new Set([id]);
  for (const one of all) for (const sponsor of sponsors.get(one) ?? []) all.add(sponsor);
  return all;
}

/**
 * Returns true when another admin is there to agree. One whom the admin locked or made an auditor within a month counts as well: no one gets
 * around a rule by sending those away who would have to agree.
 */
export async function hasOtherAdmin(
  db: Queryable,
  { machineClock }: Pick<IdentityDeps, 'machineClock'>,
  adminId: UserId,
): Promise<boolean> {
  const others = await db
    .selectFrom('user')
    .select(['id', 'role', 'lockedAt'])
    .where(isStaff)
    .where('id', '<>', adminId)
    .execute();
  if (others.some(({ role, lockedAt }) => role === 'admin' && lockedAt === null)) return true;
  const removed = await db
    .selectFrom('auditLog')
    .select(['subject', 'beforeJson', 'action'])
    .where('adminId', '=', adminId)
    .where('action', 'in', ['user.lock', 'admin.change-role'])
    .where('createdAt', '>', machineClock.now() - REMOVED_FOR_MS)
    .execute();
  return removed.some(({ subject, action, beforeJson }) =>
    others.some(
      ({ id, role }) =>
        id === subject && (action === 'user.lock' ? role === 'admin' : readRole(beforeJson) === 'admin'),
    ),
  );
}

/** Role in one side of a line of the audit log. */
function readRole(json: string): unknown {
  const facts: unknown = JSON.parse(json);
  return typeof facts === 'object' && facts !== null && 'role' in facts ? facts.role : undefined;
}
