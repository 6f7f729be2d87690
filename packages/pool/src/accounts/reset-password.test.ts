// Goal: only who reads the mail can set a new password, once, and no one learns who has an account.
import { DAY_MS, MINUTE_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createApiKey, findApiKey } from '@glasspool/identity/api-keys';
import { listMailbox } from '@glasspool/identity/mail';
import { requestPasswordReset, resetPassword } from '@glasspool/identity/passwords';
import { authenticate, logIn } from '@glasspool/identity/sessions';
import { addDevice, SoftAuthenticator } from '@glasspool/identity/testing';
import { createWebhook, listWebhooks } from '@glasspool/identity/webhooks';
import { expect, it } from 'vitest';
import { addAllowlistEntry, getAllowlist } from '../allowlist/index.ts';
import { sendMail } from '../mail/index.ts';
import { TestPool } from '../testing/index.ts';

const EMAIL = 'alice@example.org';
const OLD = 'correct horse';
const NEW = 'battery staple';

describeEachDatabase('password reset', (open) => {
  async function poolWithLink(): Promise<{ pool: TestPool; token: string }> {
    const pool = await new TestPool((await open()).database).start();
    await pool.signUp('alice');
    await requestPasswordReset(pool.deps, EMAIL);
    return { pool, token: await newestToken(pool) };
  }

  async function newestToken(pool: TestPool): Promise<string> {
    await sendMail(pool.deps);
    const [mail] = await listMailbox(pool.deps, EMAIL);
    return /http:\/\/glasspool\.test\/reset-passord\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  it('sets a new password and ends every session', async () => {
    const { pool, token } = await poolWithLink();
    const { token: session } = await logIn(pool.deps, { email: EMAIL, password: OLD });
    await resetPassword(pool.deps, { token, newPassword: NEW });
    expect(await authenticate(pool.deps, session)).toBeUndefined();
    // ASVS 7.4.3
    await expect(logIn(pool.deps, { email: EMAIL, password: OLD })).rejects.toMatchObject({
      code: 'INVALID_LOGIN',
    });
    await logIn(pool.deps, { email: EMAIL, password: NEW });
  });

  it('leaves two-factor authentication as it is', async () => {
    const { pool, token } = await poolWithLink();
    const { token: session } = await logIn(pool.deps, { email: EMAIL, password: OLD });
    const actor = await authenticate(pool.deps, session);
    if (actor === undefined) throw new Error('The session is over.');
    await addDevice(pool.deps, { actor, password: OLD, device: new SoftAuthenticator('laptop') });
    await resetPassword(pool.deps, { token, newPassword: NEW });
    // ASVS 6.4.3
    await expect(logIn(pool.deps, { email: EMAIL, password: NEW })).rejects.toMatchObject({
      code: 'TWO_FACTOR_REQUIRED',
    });
  });

  it('works once, also for ten at the same time', async () => {
    const { pool, token } = await poolWithLink();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => resetPassword(pool.deps, { token, newPassword: NEW })),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    // ASVS 11.5.1
    await expect(resetPassword(pool.deps, { token, newPassword: NEW })).rejects.toMatchObject({
      code: 'RESET_TOKEN_INVALID',
    });
  });

  it('works for 30 minutes', async () => {
    const { pool, token } = await poolWithLink();
    pool.clock.advance(30 * MINUTE_MS);
    await expect(resetPassword(pool.deps, { token, newPassword: NEW })).rejects.toMatchObject({
      code: 'RESET_TOKEN_INVALID',
    });
  });

  it('refuses a made-up token, and a password that anyone would guess', async () => {
    const { pool, token } = await poolWithLink();
    await expect(resetPassword(pool.deps, { token: 'made-up', newPassword: NEW })).rejects.toMatchObject({
      code: 'RESET_TOKEN_INVALID',
    });
    // ASVS 6.1.2, 6.2.4, 6.2.5, 6.2.11, 6.2.12
    for (const newPassword of ['password', 'Glasspool', EMAIL, 'qwerty123'])
      await expect(resetPassword(pool.deps, { token, newPassword })).rejects.toMatchObject({
        code: 'PASSWORD_TOO_COMMON',
      });
    await resetPassword(pool.deps, { token, newPassword: NEW });
  });

  it('voids the links that were sent before', async () => {
    const { pool, token } = await poolWithLink();
    pool.clock.advance(3 * MINUTE_MS);
    await requestPasswordReset(pool.deps, EMAIL);
    await resetPassword(pool.deps, { token: await newestToken(pool), newPassword: NEW });
    await expect(resetPassword(pool.deps, { token, newPassword: OLD })).rejects.toMatchObject({
      code: 'RESET_TOKEN_INVALID',
    });
  });

  it('sends nothing to strangers, and one mail in two minutes to its owner', async () => {
    const { pool } = await poolWithLink();
    await requestPasswordReset(pool.deps, 'noone@example.org');
    await requestPasswordReset(pool.deps, EMAIL);
    await sendMail(pool.deps);
    expect(await listMailbox(pool.deps, 'noone@example.org')).toEqual([]);
    expect(
      (await listMailbox(pool.deps, EMAIL)).filter((mail) => mail.subject.startsWith('Reset')),
    ).toHaveLength(1);
  });

  it('sends ten mails a day to one address, however often it is asked', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.signUp('alice');
    const count = async (): Promise<number> => {
      const sent = await pool.deps.db.read.selectFrom('passwordReset').select('tokenHash').execute();
      return sent.length;
    };
    for (let minute = 0; minute < 60; minute += 2) {
      await requestPasswordReset(pool.deps, EMAIL);
      pool.clock.advance(2 * MINUTE_MS);
    }
    expect(await count()).toBe(10);
    pool.clock.advance(DAY_MS);
    await requestPasswordReset(pool.deps, EMAIL);
    expect(await count()).toBe(11);
  });

  it.each([
    ['names in its mail what works without the password', false],
    ['ends that as well on demand', true],
  ])('%s', async (_what, endsOtherAccess) => {
    const { pool, token } = await poolWithLink();
    const { token: session } = await logIn(pool.deps, { email: EMAIL, password: OLD });
    const actor = await authenticate(pool.deps, session);
    if (actor === undefined) throw new Error('Alice could not log in.');
    const mine = { actor, password: OLD };
    const { key } = await createApiKey(pool.deps, { ...mine, name: 'Bot', scope: 'read' });
    await createWebhook(pool.deps, { ...mine, url: 'https://alice.example.org' });
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    await addAllowlistEntry(pool.deps, { ...mine, currency: 'USDT', address, label: 'Mine' });
    await addDevice(pool.deps, { ...mine, device: new SoftAuthenticator('laptop') });
    await resetPassword(pool.deps, { token, newPassword: NEW, endsOtherAccess });
    await sendMail(pool.deps);
    const mails = await listMailbox(pool.deps, EMAIL);
    const mail = mails.find(({ subject }) => subject === 'Your Glasspool password was changed');
    for (const named of [
      'Bot',
      'https://alice.example.org',
      `USDT to ${address}`,
      'does not end them: Laptop',
    ])
      expect(mail?.text).toContain(named);
    expect(mail?.text.includes('These were ended as well')).toBe(endsOtherAccess);
    expect((await findApiKey(pool.deps, key)) === undefined).toBe(endsOtherAccess);
    const { entries } = await getAllowlist(pool.deps, actor.userId);
    const open = [await listWebhooks(pool.deps, actor.userId), entries];
    expect(open.map((list) => list.length)).toEqual(endsOtherAccess ? [0, 0] : [1, 1]);
  });

  it('stores no token that could be used by who reads the database', async () => {
    const { pool, token } = await poolWithLink();
    const rows = await pool.deps.db.read.selectFrom('passwordReset').selectAll().execute();
    const mails = await pool.deps.db.read.selectFrom('mail').selectAll().execute();
    expect(JSON.stringify([rows, mails])).not.toContain(token);
  });
});
