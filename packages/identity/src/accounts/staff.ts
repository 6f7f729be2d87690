import { DAY_MS, PoolError, type UserId } from '@glasspool/core';
import { findEarlierResult, isStaff, isUniqueViolation, type Role, rememberKey, toKey } from '@glasspool/db';
import { recordAdminAction } from '../audit/record-admin-action.ts';
import type { CallOrigin, IdentityDeps } from '../deps.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { createResetLink } from '../passwords/reset-link.ts';
import { endUserSessions } from '../sessions/end-user-sessions.ts';
import { hasTwoFactor } from '../two-factor/has-two-factor.ts';
import { withTwoFactor } from '../two-factor/step-up.ts';
import { insertUser } from './create-user.ts';
import { lockForAdmin } from './lock-user-row.ts';

type Deps = Pick<
  IdentityDeps,
  | 'db'
  | 'machineClock'
  | 'random'
  | 'accountHooks'
  | 'passwords'
  | 'settings'
  | 'twoFactorKey'
  | 'otpKey'
  | 'events'
>;

export type StaffRole = Exclude<Role, 'user'>;

/** An admin or auditor. */
export interface StaffMember {
  readonly id: UserId;
  readonly email: string;
  readonly role: StaffRole;
  readonly createdAt: number;
  readonly lockedAt: number | null;
  readonly hasTwoFactor: boolean;
  /** Last call of any session; null for an invitation that was not taken up. */
  readonly lastSeenAt: number | null;
}

interface StaffAction {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly role: StaffRole;
  readonly totp?: string | undefined;
}

/** The link of an invitation works this long; after that its owner asks for a reset link. */
const INVITATION_LIFETIME_MS = DAY_MS;
const PASSWORD_BYTES = 32;

/** Everyone with access to the back office, the oldest account first. A row per admin and auditor. */
export async function listStaff({ db }: Pick<IdentityDeps, 'db'>): Promise<StaffMember[]> {
  const rows = await db.read
    .selectFrom('user')
    .select((eb) => [
      'id',
      'email',
      'role',
      'createdAt',
      'lockedAt',
      eb
        .selectFrom('session')
        .whereRef('session.userId', '=', 'user.id')
        .select(({ fn }) => fn.max('session.lastSeenAt').as('lastSeenAt'))
        .as('lastSeenAt'),
    ])
    .where(isStaff)
    .execute();
  // Sorted here: asked to sort, a database would rather go through all users in that order.
  rows.sort((one, other) => one.createdAt - other.createdAt || one.id.localeCompare(other.id));
  const staff: StaffMember[] = [];
  for (const { role, ...row } of rows)
    if (role !== 'user') staff.push({ ...row, role, hasTwoFactor: await hasTwoFactor(db.read, row.id) });
  return staff;
}

/**
 * Makes the account of an admin or auditor, once under one idempotency key, and mails its owner a link to choose a password. No one knows
 * a password of it before.
 *
 * @throws PoolError FORBIDDEN, EMAIL_TAKEN, IDEMPOTENCY_KEY_REUSED, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function inviteStaff(
  deps: Deps,
  {
    adminId,
    origin,
    role,
    totp,
    email,
    idempotencyKey,
  }: StaffAction & { email: string; idempotencyKey?: string | undefined },
): Promise<void> {
  const keyed = toKey({ userId: adminId, operation: 'invite-staff', idempotencyKey }, [email, role]);
  const passwordHash = await deps.passwords.hash(
    Buffer.from(deps.random.bytes(PASSWORD_BYTES)).toString('base64url'),
  );
  return withTwoFactor(deps, { userId: adminId, code: totp }, async (assertTwoFactor) => {
    try {
      await deps.db.transaction(async (tx) => {
        // Of two at once the second one waits here, and finds what the first one made.
        await lockForAdmin(tx, { adminId, userId: adminId });
        if ((await findEarlierResult(tx, keyed)) !== undefined) return;
        const userId = await insertUser(tx, deps, { email, passwordHash, role, referredBy: null });
        await assertTwoFactor(tx);
        const now = deps.machineClock.now();
        await rememberKey(tx, keyed, { resultId: userId, now });
        const expiresAt = now + INVITATION_LIFETIME_MS;
        const link = await createResetLink(tx, deps, { userId, expiresAt });
        await enqueueMail(tx, deps, {
          recipient: email,
          write: (texts) => texts.staffInvited({ role, link }),
          expiresAt,
        });
        await recordAdminAction(tx, deps, {
          adminId,
          origin,
          action: 'admin.invite',
          subject: userId,
          before: {},
          after: { email, role },
        });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new PoolError('EMAIL_TAKEN');
      throw error;
    }
  });
}

/**
 * Makes an admin an auditor, or an auditor an admin. Their sessions end, so that no page of theirs shows what they may not do any more.
 *
 * @throws PoolError NOT_FOUND for an account that is not an admin's or auditor's, FORBIDDEN, CANNOT_CHANGE_OWN_ROLE,
 *   TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function changeStaffRole(
  deps: Deps,
  { adminId, origin, role, totp, userId, reason }: StaffAction & { userId: UserId; reason: string },
): Promise<void> {
  if (userId === adminId) throw new PoolError('CANNOT_CHANGE_OWN_ROLE');
  await withTwoFactor(deps, { userId: adminId, code: totp }, (assertTwoFactor) =>
    deps.db.transaction(async (tx) => {
      const before = await lockForAdmin(tx, { adminId, userId });
      if (before.role === 'user') throw new PoolError('NOT_FOUND');
      // It is so already: a second press changes nothing and writes no line.
      if (before.role === role) return;
      await assertTwoFactor(tx);
      await tx.updateTable('user').set({ role }).where('id', '=', userId).execute();
      await endUserSessions(tx, deps, userId);
      await recordAdminAction(tx, deps, {
        adminId,
        origin,
        action: 'admin.change-role',
        subject: userId,
        before: { role: before.role },
        after: { role, reason },
      });
    }),
  );
}
