// Goal: what a user sets is kept, a changed password locks everyone else out, and alerts are sent to those who want them.
import type { UserId } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getNotifications, getProfile, setNotifications, updateProfile } from '@glasspool/identity/accounts';
import type { Actor } from '@glasspool/identity/deps';
import { listMailbox } from '@glasspool/identity/mail';
import { changePassword } from '@glasspool/identity/passwords';
import { authenticate, endSessions, listSessions, logIn } from '@glasspool/identity/sessions';
import { expect, it } from 'vitest';
import { sendMail } from '../mail/index.ts';
import { expectRefusal, TestPool } from '../testing/index.ts';

describeEachDatabase('the settings module', (open) => {
  const aPool = async () => new TestPool((await open()).database).start();

  async function signIn(pool: TestPool, password = 'correct horse', name = 'alice'): Promise<Actor> {
    const { token } = await logIn(pool.deps, { email: `${name}@example.org`, password });
    const actor = await authenticate(pool.deps, token);
    if (actor === undefined) throw new Error('the login did not work');
    return actor;
  }

  const subjects = async (pool: TestPool): Promise<string[]> => {
    await sendMail(pool.deps);
    return (await listMailbox(pool.deps, 'alice@example.org')).map((mail) => mail.subject);
  };

  it('keeps the name', async () => {
    const pool = await aPool();
    const alice = await pool.signUp('alice');
    await updateProfile(pool.deps, { userId: alice, userName: 'Alice Liddell' });
    expect((await getProfile(pool.deps, alice)).userName).toBe('Alice Liddell');
  });

  it('begins with alerts on and marketing off, and changes one without the other', async () => {
    const pool = await aPool();
    const alice = await pool.signUp('alice');
    expect(await getNotifications(pool.deps, alice)).toEqual({ emailAlerts: true, marketingEmails: false });
    await setNotifications(pool.deps, alice, { marketingEmails: true });
    await setNotifications(pool.deps, alice, {});
    expect(await getNotifications(pool.deps, alice)).toEqual({ emailAlerts: true, marketingEmails: true });
  });

  it('decides whether a credited deposit is told by mail', async () => {
    const pool = await aPool();
    const alice: UserId = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '60');
    expect(await subjects(pool)).toContain('Your deposit is credited');
    await setNotifications(pool.deps, alice, { emailAlerts: false });
    const before = await subjects(pool);
    await pool.deposit(alice, 'USDT', '60');
    expect(await subjects(pool)).toEqual(before);
  });

  it('changes the password, ends the other sessions and says so by mail', async () => {
    const pool = await aPool();
    await pool.signUp('alice');
    const [here, elsewhere] = [await signIn(pool), await signIn(pool)];
    await changePassword(pool.deps, {
      actor: here,
      currentPassword: 'correct horse',
      newPassword: 'battery staple',
    });
    expect(await subjects(pool)).toContain('Your Glasspool password was changed');
    expect(await listSessions(pool.deps, here)).toEqual([expect.objectContaining({ isCurrent: true })]);
    const claims = JSON.stringify({ userId: elsewhere.userId, sessionId: elsewhere.sessionId });
    expect(await authenticate(pool.deps, claims)).toBeUndefined();
    // ASVS 6.2.2, 6.2.3, 6.2.10, 6.3.7, 7.4.3, 7.5.1
    await expect(signIn(pool)).rejects.toMatchObject({ code: 'INVALID_LOGIN' });
    await signIn(pool, 'battery staple');
    // No password has to be changed because it is old.
    pool.advanceHours(365 * 24);
    await signIn(pool, 'battery staple');
  });

  it.each([
    ['wrong', 'battery staple', 'CURRENT_PASSWORD_WRONG'],
    ['correct horse', 'short', 'PASSWORD_TOO_SHORT'],
    ['correct horse', 'password', 'PASSWORD_TOO_COMMON'],
  ])(
    'refuses a change from %j to %j with %s, and the old password stays',
    async (currentPassword, newPassword, code) => {
      const pool = await aPool();
      await pool.signUp('alice');
      const actor = await signIn(pool);
      await expectRefusal(pool, code, () =>
        changePassword(pool.deps, { actor, currentPassword, newPassword }),
      );
      await signIn(pool);
    },
  );

  it('changes the password once when two changes meet', async () => {
    const pool = await aPool();
    await pool.signUp('alice');
    const actor = await signIn(pool);
    const results = await Promise.allSettled(
      ['first password', 'second password'].map((newPassword) =>
        changePassword(pool.deps, { actor, currentPassword: 'correct horse', newPassword }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('lists the open sessions and ends all others', async () => {
    const pool = await aPool();
    await pool.signUp('alice');
    const [here] = [await signIn(pool), await signIn(pool), await signIn(pool)];
    await pool.signUp('bob');
    const [bobs] = await listSessions(pool.deps, await signIn(pool, 'correct horse', 'bob'));
    const sessions = await listSessions(pool.deps, here);
    expect(sessions).toHaveLength(3);
    const request = { actor: here, password: 'correct horse' };
    await expect(endSessions(pool.deps, { ...request, password: 'wrong' })).rejects.toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
    });
    expect(await endSessions(pool.deps, { ...request, sessionId: bobs?.id })).toBe(0);
    expect(await endSessions(pool.deps, { ...request, sessionId: here.sessionId })).toBe(0);
    const other = sessions.find(({ isCurrent }) => !isCurrent)?.id;
    expect(await endSessions(pool.deps, { ...request, sessionId: other })).toBe(1);
    expect(await endSessions(pool.deps, request)).toBe(1);
    // ASVS 7.1.2, 7.2.4, 7.5.2
    expect(await listSessions(pool.deps, here)).toMatchObject([{ id: here.sessionId, isCurrent: true }]);
  });
});
