// Goal: two-factor authentication lets its owner in and no one else, each code once, and losing the phone is no way around it.
import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import type { Actor } from '../deps.ts';
import { authenticate, createAdmin, deliverMail, listMailbox, logIn } from '../index.ts';
import { TestIdentity } from '../testing/index.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  getTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
} from './two-factor.ts';

const email = 'operator@example.org';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('two-factor authentication', (open) => {
  async function enrolled() {
    const { database, connect } = await open();
    const pool = new TestIdentity(database);
    const { password } = await createAdmin(pool.deps, email);
    const { token } = await logIn(pool.deps, { email, password });
    const actor = await getActor(pool, token);
    const { secret } = await beginTwoFactor(pool.deps, { actor, password });
    const codeNow = (): Promise<string> =>
      generate({ secret, epoch: Math.floor(pool.clock.now() / SECOND_MS) });
    const { recoveryCodes } = await confirmTwoFactor(pool.deps, { actor, origin, code: await codeNow() });
    return { pool, connect, actor, password, codeNow, recoveryCodes };
  }

  async function getActor(pool: TestIdentity, token: string): Promise<Actor> {
    const actor = await authenticate(pool.deps, token);
    if (actor === undefined) throw new Error('The session is over.');
    return actor;
  }

  const nextStep = (pool: TestIdentity): void => pool.clock.advance(31 * SECOND_MS);

  it('is not asked for before its first code was right', async () => {
    const pool = new TestIdentity((await open()).database);
    const { password } = await createAdmin(pool.deps, email);
    const actor = await getActor(pool, (await logIn(pool.deps, { email, password })).token);
    await expect(beginTwoFactor(pool.deps, { actor, password: 'wrong' })).rejects.toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
    });
    const { uri } = await beginTwoFactor(pool.deps, { actor, password });
    expect(uri).toMatch(/^otpauth:\/\/totp\/Glasspool/);
    await expect(confirmTwoFactor(pool.deps, { actor, origin, code: '000000' })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
    await logIn(pool.deps, { email, password });
    // ASVS 7.5.1
    expect(await getTwoFactor(pool.deps, actor)).toEqual({
      isEnrolled: false,
      passkeys: 0,
      recoveryCodesLeft: 0,
    });
  });

  it('is needed to log in, and each code works once', async () => {
    const { pool, password, codeNow } = await enrolled();
    await expect(logIn(pool.deps, { email, password })).rejects.toMatchObject({
      code: 'TWO_FACTOR_REQUIRED',
    });
    // The code that ended the enrolment is used up.
    await expect(logIn(pool.deps, { email, password, totp: await codeNow() })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
    nextStep(pool);
    const totp = await codeNow();
    const { token } = await logIn(pool.deps, { email, password, totp });
    expect(await authenticate(pool.deps, token)).toMatchObject({ hasTwoFactor: true });
    // ASVS 6.5.1, 6.5.8
    await expect(logIn(pool.deps, { email, password, totp })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
  });

  it('takes a code once of ten logins at the same moment', async () => {
    const { pool, connect, password, codeNow } = await enrolled();
    nextStep(pool);
    const second = pool.withDatabase(connect());
    const totp = await codeNow();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        logIn(index % 2 ? pool.deps : second, { email, password, totp }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('compares five codes, and then none for a quarter of an hour, however many come at once', async () => {
    const { pool, connect, password, codeNow, recoveryCodes } = await enrolled();
    nextStep(pool);
    const second = pool.withDatabase(connect());
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        logIn(index % 2 ? pool.deps : second, { email, password, totp: '000000' }),
      ),
    );
    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'));
    expect(codes.filter((code) => code === 'TWO_FACTOR_INVALID')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TWO_FACTOR_BLOCKED')).toHaveLength(7);
    const right = logIn(pool.deps, { email, password, totp: await codeNow() });
    await expect(right).rejects.toMatchObject({ code: 'TWO_FACTOR_BLOCKED', details: { minutes: 15 } });
    await expect(logIn(pool.deps, { email, password, totp: recoveryCodes[0] })).rejects.toMatchObject({
      code: 'TWO_FACTOR_BLOCKED',
    });
    pool.clock.advance(15 * MINUTE_MS);
    await logIn(pool.deps, { email, password, totp: await codeNow() });
    await logIn(pool.deps, { email, password, totp: recoveryCodes[0] });
  });

  it('waits twice as long after every five wrong codes, takes 100 in a row at most, and mails the owner at each pause', async () => {
    const { pool, password, codeNow } = await enrolled();
    const start = pool.clock.now();
    const pauses: number[] = [];
    let wrong = 0;
    for (;;) {
      const refused = await logIn(pool.deps, { email, password, totp: '000000' }).catch((error) => error);
      if (refused.code === 'TWO_FACTOR_SHUT') break;
      if (refused.code === 'TWO_FACTOR_INVALID') wrong += 1;
      else {
        pauses.push(refused.details.minutes);
        pool.clock.advance(refused.details.minutes * MINUTE_MS);
      }
    }
    expect(wrong).toBe(100);
    expect(pauses.slice(0, 8)).toEqual([15, 30, 60, 120, 240, 480, 960, 1440]);
    // Twelve days and more for 100 of a million codes, of which three are right at a time.
    expect(pool.clock.now() - start).toBeGreaterThan(12 * DAY_MS);
    const mails = await pool.deps.db.read
      .selectFrom('mail')
      .select('subject')
      .where('subject', '=', 'Someone has your Glasspool password')
      .execute();
    expect(mails).toHaveLength(20);
    const right = logIn(pool.deps, { email, password, totp: await codeNow() });
    // ASVS 6.3.1
    await expect(right).rejects.toMatchObject({ code: 'TWO_FACTOR_SHUT' });
  });

  it('lets the owner in on a known device, and do what needs a code, while a stranger enters wrong ones', async () => {
    const { pool, actor, password, codeNow } = await enrolled();
    nextStep(pool);
    const { deviceToken } = await logIn(pool.deps, { email, password, totp: await codeNow() });
    for (let tries = 0; tries < 6; tries += 1)
      await expect(logIn(pool.deps, { email, password, totp: '000000' })).rejects.toThrow();
    nextStep(pool);
    await logIn(pool.deps, { email, password, totp: await codeNow(), deviceToken });
    nextStep(pool);
    await renewRecoveryCodes(pool.deps, { actor, origin, code: await codeNow() });
    // Nor does the owner's right code give the stranger new tries.
    await expect(logIn(pool.deps, { email, password, totp: '000000' })).rejects.toMatchObject({
      code: 'TWO_FACTOR_BLOCKED',
    });
  });

  it.each(['session', 'device'])(
    'compares five codes of one %s, and then none for a while',
    async (place) => {
      const { pool, actor, password, codeNow } = await enrolled();
      nextStep(pool);
      const { deviceToken } = await logIn(pool.deps, { email, password, totp: await codeNow() });
      const attempt = (code: string): Promise<unknown> =>
        place === 'session'
          ? renewRecoveryCodes(pool.deps, { actor, origin, code })
          : logIn(pool.deps, { email, password, totp: code, deviceToken });
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => attempt('000000')));
      const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'));
      expect(codes.filter((code) => code === 'TWO_FACTOR_INVALID')).toHaveLength(5);
      nextStep(pool);
      await expect(attempt(await codeNow())).rejects.toMatchObject({ code: 'TWO_FACTOR_BLOCKED' });
      pool.clock.advance(15 * MINUTE_MS);
      await attempt(await codeNow());
    },
  );

  it('tells nothing to who does not know the password', async () => {
    const { pool, codeNow } = await enrolled();
    nextStep(pool);
    await expect(logIn(pool.deps, { email, password: 'wrong', totp: await codeNow() })).rejects.toMatchObject(
      { code: 'INVALID_LOGIN' },
    );
  });

  it('lets a recovery code in once, however it is typed', async () => {
    const { pool, actor, password, recoveryCodes } = await enrolled();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = ''] = recoveryCodes;
    await logIn(pool.deps, { email, password, totp: first.toUpperCase().replace('-', '') });
    expect(await getTwoFactor(pool.deps, actor)).toEqual({
      isEnrolled: true,
      passkeys: 0,
      recoveryCodesLeft: 9,
    });
    // ASVS 6.4.4, 6.5.1
    await expect(logIn(pool.deps, { email, password, totp: first })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
  });

  it('keeps recovery codes as passwords are kept, and knows those of earlier versions', async () => {
    const { pool, actor, password, recoveryCodes } = await enrolled();
    const [first = ''] = recoveryCodes;
    const rows = await pool.deps.db.read.selectFrom('recoveryCode').select('codeHash').execute();
    // The hasher of these tests says what it was given; the real one is argon2id.
    expect(rows).toContainEqual({ codeHash: `hash:${first.replace('-', '')}` });
    const codeHash = createHash('sha256').update('abcdefghjk').digest('hex');
    await pool.deps.db.transaction(async (tx) => {
      await tx.insertInto('recoveryCode').values({ userId: actor.userId, codeHash, usedAt: null }).execute();
    });
    await logIn(pool.deps, { email, password, totp: 'ABCDE-fghjk' });
    // ASVS 6.5.2, 11.2.2
    await expect(logIn(pool.deps, { email, password, totp: 'abcde-fghjk' })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
  });

  it('tells the owner by mail when it is set up, renewed or removed', async () => {
    const { pool, actor, codeNow } = await enrolled();
    nextStep(pool);
    await renewRecoveryCodes(pool.deps, { actor, origin, code: await codeNow() });
    nextStep(pool);
    await removeTwoFactor(pool.deps, { actor, origin, code: await codeNow() });
    await deliverMail(pool.deps, { firstDigest: undefined });
    const mails = await listMailbox(pool.deps, email);
    const told = mails.filter(({ subject }) => subject.startsWith('Two-factor authentication'));
    expect(told).toHaveLength(3);
  });

  it('lets one of ten logins at the same moment in with one recovery code', async () => {
    const { pool, connect, password, recoveryCodes } = await enrolled();
    const second = pool.withDatabase(connect());
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) =>
        logIn(index % 2 ? pool.deps : second, { email, password, totp: recoveryCodes[3] }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('makes new recovery codes and forgets the old ones', async () => {
    const { pool, actor, password, codeNow, recoveryCodes } = await enrolled();
    nextStep(pool);
    const renewed = await renewRecoveryCodes(pool.deps, { actor, origin, code: await codeNow() });
    await expect(logIn(pool.deps, { email, password, totp: recoveryCodes[0] })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
    await logIn(pool.deps, { email, password, totp: renewed.recoveryCodes[0] });
  });

  it('cannot be replaced or removed without a code', async () => {
    const { pool, actor, password, codeNow } = await enrolled();
    await expect(beginTwoFactor(pool.deps, { actor, password })).rejects.toMatchObject({
      code: 'TWO_FACTOR_EXISTS',
    });
    // ASVS 7.5.1
    await expect(removeTwoFactor(pool.deps, { actor, origin, code: '123456' })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
    nextStep(pool);
    await removeTwoFactor(pool.deps, { actor, origin, code: await codeNow() });
    await logIn(pool.deps, { email, password });
  });

  it('can be reset by the holder of the machine', async () => {
    const { pool, password } = await enrolled();
    expect(await resetTwoFactor(pool.deps, email)).toBe(true);
    await logIn(pool.deps, { email, password });
    // ASVS 6.4.4
    await expect(resetTwoFactor(pool.deps, 'noone@example.org')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is stored so that the database alone does not give it away', async () => {
    const { pool } = await enrolled();
    const row = await pool.deps.db.read.selectFrom('twoFactor').selectAll().executeTakeFirstOrThrow();
    expect(row.secretBox).toMatch(/^1\./);
    expect(Buffer.from(row.secretBox.slice(2), 'base64').toString('latin1')).not.toMatch(/[A-Z2-7]{32}/);
  });
});
