// Goal: two-factor authentication lets its owner in and no one else, each code once, and losing the phone is no way around it.
import { createHash } from 'node:crypto';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { createAdmin } from '../accounts/index.ts';
import { deliverMail, listMailbox } from '../mail/index.ts';
import { authenticate, logIn } from '../sessions/index.ts';
import { enrolAdmin, enter, TestIdentity } from '../testing/index.ts';
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
    return { ...(await enrolAdmin(database, email)), connect };
  }

  it('is not asked for before its first code was right', async () => {
    const pool = new TestIdentity((await open()).database);
    const { password } = await createAdmin(pool.deps, email);
    const actor = await enter(pool.deps, { email, password });
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
    const { pool, password, codeNow, nextStep } = await enrolled();
    await expect(logIn(pool.deps, { email, password })).rejects.toMatchObject({
      code: 'TWO_FACTOR_REQUIRED',
    });
    // The code that ended the enrolment is used up.
    await expect(logIn(pool.deps, { email, password, totp: await codeNow() })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
    nextStep();
    const totp = await codeNow();
    const { token } = await logIn(pool.deps, { email, password, totp });
    expect(await authenticate(pool.deps, token)).toMatchObject({ hasTwoFactor: true });
    // ASVS 6.5.1, 6.5.8
    await expect(logIn(pool.deps, { email, password, totp })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
  });

  it('takes a code once of ten logins at the same moment', async () => {
    const { pool, connect, password, codeNow, nextStep } = await enrolled();
    nextStep();
    const second = pool.withDatabase(connect());
    const totp = await codeNow();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        logIn(index % 2 ? pool.deps : second, { email, password, totp }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('tells nothing to who does not know the password', async () => {
    const { pool, codeNow, nextStep } = await enrolled();
    nextStep();
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
    const { pool, actor, codeNow, nextStep } = await enrolled();
    nextStep();
    await renewRecoveryCodes(pool.deps, { actor, origin, code: await codeNow() });
    nextStep();
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
    const { pool, actor, password, codeNow, recoveryCodes, nextStep } = await enrolled();
    nextStep();
    const renewed = await renewRecoveryCodes(pool.deps, { actor, origin, code: await codeNow() });
    await expect(logIn(pool.deps, { email, password, totp: recoveryCodes[0] })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
    await logIn(pool.deps, { email, password, totp: renewed.recoveryCodes[0] });
  });

  it('is not replaced or removed without a code', async () => {
    const { pool, actor, password, codeNow, nextStep } = await enrolled();
    await expect(beginTwoFactor(pool.deps, { actor, password })).rejects.toMatchObject({
      code: 'TWO_FACTOR_EXISTS',
    });
    // ASVS 7.5.1
    await expect(removeTwoFactor(pool.deps, { actor, origin, code: '123456' })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
    nextStep();
    await removeTwoFactor(pool.deps, { actor, origin, code: await codeNow() });
    await logIn(pool.deps, { email, password });
  });

  it('is reset by the holder of the machine', async () => {
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
