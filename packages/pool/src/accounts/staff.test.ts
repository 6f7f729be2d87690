// Goal: admins let others into the back office by mail alone, change what they may do, and leave a line of each; none changes their own role.
import type { UserId } from '@glasspool/core';
import { describeEachDatabase, overlap } from '@glasspool/db/testing';
import {
  addNote,
  changeStaffRole,
  createAdmin,
  inviteStaff,
  listStaff,
  lockUser,
} from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { listMailbox } from '@glasspool/identity/mail';
import { resetPassword } from '@glasspool/identity/passwords';
import { addDevice, confirmWith, enter, SoftAuthenticator } from '@glasspool/identity/testing';
import { expect, it } from 'vitest';
import { getAnnouncement, setAnnouncement } from '../announcements/index.ts';
import type { PoolDeps } from '../deps.ts';
import { sendMail } from '../mail/index.ts';
import { TestPool } from '../testing/index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const email = 'carol@example.org';

describeEachDatabase('the staff', (open) => {
  async function withAdmin() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId, password } = await createAdmin(pool.deps, 'operator@example.org');
    // Accounts are listed in the order in which they were made.
    pool.advanceHours(1);
    return { pool, connect, adminId, password };
  }

  it('grows by an invitation, whose link sets the password once', async () => {
    const { pool, adminId } = await withAdmin();
    // Twice, as after an answer that was lost.
    const invitation = { adminId, origin, role: 'auditor', email, idempotencyKey: 'k1' } as const;
    await inviteStaff(pool.deps, invitation);
    await inviteStaff(pool.deps, invitation);
    const userId = (await listStaff(pool.deps))[1]?.id ?? 'usr_';
    expect(await listStaff(pool.deps)).toMatchObject([
      { id: adminId, role: 'admin' },
      { id: userId, email, role: 'auditor', hasTwoFactor: false, lastSeenAt: null },
    ]);
    await sendMail(pool.deps);
    const [mail] = await listMailbox(pool.deps, email);
    const token = /reset-passord\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    pool.advanceHours(23);
    await resetPassword(pool.deps, { token, newPassword: 'battery staple' });
    expect(await enter(pool.deps, { email, password: 'battery staple' })).toMatchObject({ role: 'auditor' });
    expect((await listStaff(pool.deps))[1]?.lastSeenAt).toBe(pool.clock.now());
    const again = resetPassword(pool.deps, { token, newPassword: 'other staple' });
    await expect(again).rejects.toMatchObject({ code: 'RESET_TOKEN_INVALID' });
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 1, subject: userId });
    expect(lines).toMatchObject([
      { action: 'admin.invite', afterJson: JSON.stringify({ email, role: 'auditor' }) },
    ]);
  });

  it('invites no address that has an account, and asks an admin with two-factor authentication for a code', async () => {
    const { pool, adminId, password } = await withAdmin();
    await pool.signUp('alice');
    const invite = (request: { email: string; totp?: string }) =>
      inviteStaff(pool.deps, { adminId, origin, role: 'admin', ...request });
    await expect(invite({ email: 'alice@example.org' })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    const actor = await enter(pool.deps, { email: 'operator@example.org', password });
    const device = new SoftAuthenticator('key');
    await addDevice(pool.deps, { actor, password, device });
    await expect(invite({ email })).rejects.toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    expect(await listStaff(pool.deps)).toHaveLength(1);
    await invite({ email, totp: await confirmWith(pool.deps, { actor, device }) });
    expect(await listStaff(pool.deps)).toHaveLength(2);
  });

  it('changes the role of others only, ends their sessions, and of a member never', async () => {
    const { pool, adminId } = await withAdmin();
    const other = await createAdmin(pool.deps, email);
    const actor = await enter(pool.deps, { email, password: other.password });
    const change = (userId: typeof adminId) =>
      changeStaffRole(pool.deps, { adminId, origin, userId, role: 'auditor', reason: 'audits only' });
    await change(other.userId);
    await change(other.userId);
    expect(
      await pool.deps.db.read
        .selectFrom('session')
        .select('endedAt')
        .where('id', '=', actor.sessionId)
        .executeTakeFirst(),
    ).toEqual({ endedAt: pool.clock.now() });
    expect((await listStaff(pool.deps))[1]?.role).toBe('auditor');
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 9, action: 'admin.change-role' });
    expect(lines).toHaveLength(1);
    await expect(change(adminId)).rejects.toMatchObject({ code: 'CANNOT_CHANGE_OWN_ROLE' });
    await expect(change(await pool.signUp('alice'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    [
      'lock',
      (deps: PoolDeps, adminId: UserId, userId: UserId) =>
        lockUser(deps, { adminId, origin, userId, reason: 'It was taken over.' }),
    ],
    [
      'demote',
      (deps: PoolDeps, adminId: UserId, userId: UserId) =>
        changeStaffRole(deps, { adminId, origin, userId, role: 'auditor', reason: 'It was taken over.' }),
    ],
  ] as const)('keeps one of two admins who %s each other at the same moment', async (_name, takeAccess) => {
    const { pool, adminId, connect } = await withAdmin();
    const { userId: otherId } = await createAdmin(pool.deps, email);
    const other = pool.withDatabase(connect());
    const outcomes = await overlap(
      pool.deps.db,
      () => takeAccess(pool.deps, adminId, otherId),
      () => takeAccess(other, otherId, adminId),
    );
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'FORBIDDEN' } }]);
    const left = (await listStaff(pool.deps)).filter((one) => one.role === 'admin' && one.lockedAt === null);
    expect(left).toHaveLength(1);
  });

  it('notes something about a user, and announces something to all until it is taken back', async () => {
    const { pool, adminId } = await withAdmin();
    const userId = await pool.signUp('alice');
    const note = { adminId, origin, userId, note: 'Asked about a deposit.', idempotencyKey: 'k1' };
    for (const again of [note, note]) await addNote(pool.deps, again);
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 9, subject: userId });
    expect(lines).toMatchObject([{ action: 'user.note', afterJson: '{"note":"Asked about a deposit."}' }]);
    expect(await getAnnouncement(pool.deps)).toBe('');
    for (const text of ['Back at noon.', 'Back at noon.', ''])
      await setAnnouncement(pool.deps, { adminId, origin, text });
    expect(await getAnnouncement(pool.deps)).toBe('');
    const { total } = await listAdminActions(pool.deps, { page: 1, limit: 9, action: 'announcement.set' });
    expect(total).toBe(2);
  });
});
