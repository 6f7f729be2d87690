// Goal: a passkey lets its owner in and no one else: each answer once, for its own site and its own question, and a copy of it never.
import { MINUTE_MS, SECOND_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { createAdmin } from '../accounts/create-user.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { listMailbox } from '../mail/list-mailbox.ts';
import { logIn } from '../sessions/log-in.ts';
import { TestIdentity } from '../testing/index.ts';
import { addDevice, confirmWith, enter, getActor } from '../testing/passkeys.ts';
import { SoftAuthenticator } from '../testing/soft-authenticator.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  getTwoFactor,
  removeTwoFactor,
  resetTwoFactor,
} from '../two-factor/two-factor.ts';
import { beginPasskey, listPasskeys, removePasskey } from './passkeys.ts';
import { askForPasskey, beginPasskeyLogin, getPasskeyCode, logInWithPasskey } from './use-passkey.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const password = 'correct horse';
const email = 'alice@example.org';

describeEachDatabase('a passkey', (open) => {
  async function withAlice() {
    const { database, connect } = await open();
    const pool = new TestIdentity(database);
    await pool.signUp('alice');
    return { pool, connect, actor: await enter(pool.deps, { email, password }) };
  }

  async function withPasskey({ counts = true } = {}) {
    const { pool, connect, actor } = await withAlice();
    const device = new SoftAuthenticator('laptop', { counts });
    const recoveryCodes = await addDevice(pool.deps, { actor, password, device });
    const logInAlone = async (given: Partial<Parameters<SoftAuthenticator['answer']>[0]> = {}) => {
      const { challenge } = await beginPasskeyLogin(pool.deps, undefined);
      return logInWithPasskey(pool.deps, { answer: device.answer({ challenge, ...given }), origin: {} });
    };
    const confirm = () => confirmWith(pool.deps, { actor, device });
    return { pool, connect, actor, device, recoveryCodes, logInAlone, confirm };
  }

  it('is added with the password, the first with recovery codes, and logging in asks for one then', async () => {
    const { pool, actor } = await withAlice();
    await expect(beginPasskey(pool.deps, { actor, password: 'wrong' })).rejects.toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
    });
    const device = new SoftAuthenticator('laptop');
    expect(await addDevice(pool.deps, { actor, password, device })).toHaveLength(10);
    expect(await getTwoFactor(pool.deps, actor)).toEqual({
      isEnrolled: false,
      passkeys: 1,
      recoveryCodesLeft: 10,
    });
    await expect(logIn(pool.deps, { email, password })).rejects.toMatchObject({
      code: 'TWO_FACTOR_REQUIRED',
      details: { passkeys: 1 },
    });
    // A stolen session and the password do not add another way in.
    // ASVS 7.5.1
    await expect(beginPasskey(pool.deps, { actor, password })).rejects.toMatchObject({
      code: 'TWO_FACTOR_REQUIRED',
    });
  });

  it('logs in alone when the device has checked who uses it, and only then', async () => {
    const { logInAlone, pool } = await withPasskey();
    await expect(logInAlone({ isPersonChecked: false })).rejects.toMatchObject({ code: 'PASSKEY_INVALID' });
    const actor = await getActor(pool.deps, await logInAlone());
    // ASVS 6.3.4
    expect(actor).toMatchObject({ email, hasTwoFactor: true });
  });

  it('is the second step after the password, without a check of the person', async () => {
    const { pool, device } = await withPasskey();
    const begin = (asked: string) =>
      beginPasskeyLogin(pool.deps, { email, password: asked, deviceToken: undefined });
    await expect(begin('wrong')).rejects.toMatchObject({ code: 'INVALID_LOGIN' });
    const { challenge, allowCredentials } = await begin(password);
    expect(allowCredentials?.map(({ id }) => id)).toEqual([device.id]);
    const answer = device.answer({ challenge, isPersonChecked: false });
    await logInWithPasskey(pool.deps, { answer, origin: {} });
  });

  it('answers once, also when two processes get the answer at the same moment', async () => {
    for (const counts of [true, false]) {
      const { pool, connect, actor, device } = await withPasskey({ counts });
      const second = pool.withDatabase(connect());
      const { challenge } = await beginPasskeyLogin(pool.deps, undefined);
      const answer = device.answer({ challenge });
      const results = await Promise.allSettled(
        Array.from({ length: 6 }, (_, index) =>
          logInWithPasskey(index % 2 ? pool.deps : second, { answer, origin: {} }),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
      expect(new Set(reasons)).toEqual(new Set(['PASSKEY_INVALID']));
      await expect(logInWithPasskey(pool.deps, { answer, origin: {} })).rejects.toMatchObject({
        code: 'PASSKEY_INVALID',
      });
      // ASVS 6.5.1
      expect(await listPasskeys(pool.deps, actor)).toMatchObject([{ copiedAt: null }]);
    }
  });

  it.each([
    ['another site', { origin: 'https://glasspoo1.test' }],
    [
      'another site, for which the device would sign',
      { rpId: 'glasspoo1.test', origin: 'https://glasspoo1.test' },
    ],
    ['the same name without TLS', { origin: 'http://glasspool.test' }],
  ])('does not answer for %s', async (_name, given) => {
    const { logInAlone } = await withPasskey();
    await expect(logInAlone(given)).rejects.toMatchObject({ code: 'PASSKEY_INVALID' });
    await logInAlone();
  });

  it('answers only what was asked: of no other use, session or account, nothing unasked, and not late', async () => {
    const { pool, actor, device, confirm } = await withPasskey({ counts: false });
    const { challenge } = await askForPasskey(pool.deps, actor);
    const answer = device.answer({ challenge });
    await expect(logInWithPasskey(pool.deps, { answer, origin: {} })).rejects.toMatchObject({
      code: 'PASSKEY_INVALID',
    });
    const refused = async (given: typeof answer, as = actor) =>
      expect(getPasskeyCode(pool.deps, { actor: as, answer: given })).rejects.toMatchObject({
        code: 'PASSKEY_INVALID',
      });
    const other = await enter(pool.deps, { email, password, totp: await confirm() });
    await refused(answer, other);
    await pool.signUp('mallory');
    const mallory = await enter(pool.deps, { email: 'mallory@example.org', password });
    await refused(answer, mallory);
    // Alice's device answers Mallory's question, Alice's own to add a passkey, and in the name of Mallory's account.
    const hers = new SoftAuthenticator('mallory');
    await addDevice(pool.deps, { actor: mallory, password, device: hers });
    await refused(device.answer(await askForPasskey(pool.deps, mallory)), mallory);
    await refused(device.answer(await beginPasskey(pool.deps, { actor, password, totp: await confirm() })));
    const inHerName = device.answer({ challenge });
    await refused({ ...inHerName, response: { ...inHerName.response, userHandle: hers.userHandle } });
    const bytes = Buffer.from(challenge, 'base64url');
    bytes[7] = (bytes[7] ?? 0) ^ 1;
    const forged = device.answer({ challenge: bytes.toString('base64url') });
    await refused(forged);
    pool.clock.advance(5 * MINUTE_MS + 1);
    await refused(answer);
  });

  it('is refused once its counter went back, the owner is told, and the account stays guarded', async () => {
    const { pool, actor, device, recoveryCodes, logInAlone } = await withPasskey();
    for (let uses = 0; uses < 3; uses += 1) await logInAlone();
    pool.clock.advance(SECOND_MS);
    device.signCount = 1; // A copy that was made after the first use: its next count is 2, and 3 was seen.
    await expect(logInAlone()).rejects.toMatchObject({ code: 'PASSKEY_COPIED' });
    device.signCount = 40;
    await expect(logInAlone()).rejects.toMatchObject({ code: 'PASSKEY_COPIED' });
    await deliverMail(pool.deps, { firstDigest: undefined });
    const told = (await listMailbox(pool.deps, email)).filter(({ subject }) => /was copied/.test(subject));
    expect(told).toHaveLength(1);
    await expect(logIn(pool.deps, { email, password })).rejects.toMatchObject({
      code: 'TWO_FACTOR_REQUIRED',
    });
    await expect(askForPasskey(pool.deps, actor)).rejects.toMatchObject({ code: 'PASSKEY_UNKNOWN' });
    await logIn(pool.deps, { email, password, totp: recoveryCodes[0] });
    const [passkey] = await listPasskeys(pool.deps, actor);
    if (passkey === undefined) throw new Error('It is gone.');
    const { id } = passkey;
    await removePasskey(pool.deps, { actor, origin, id, totp: recoveryCodes[1] });
    await logIn(pool.deps, { email, password });
  });

  it('is not taken for copied when an answer came late', async () => {
    const { pool, device, logInAlone } = await withPasskey();
    const { challenge } = await beginPasskeyLogin(pool.deps, undefined);
    const late = device.answer({ challenge });
    pool.clock.advance(SECOND_MS);
    await logInAlone();
    await expect(logInWithPasskey(pool.deps, { answer: late, origin: {} })).rejects.toMatchObject({
      code: 'PASSKEY_INVALID',
    });
    await logInAlone();
  });

  it('is lost without losing the account: a recovery code logs in, and removes what was lost', async () => {
    const { pool, actor, recoveryCodes } = await withPasskey();
    const [first = '', second] = recoveryCodes;
    const again = await enter(pool.deps, { email, password, totp: first });
    const [passkey] = await listPasskeys(pool.deps, actor);
    if (passkey === undefined) throw new Error('It is gone.');
    const remove = (totp?: string) =>
      removePasskey(pool.deps, { actor: again, origin, id: passkey.id, totp });
    await expect(remove()).rejects.toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    await remove(second);
    // Nothing is guarded any more, so that nothing of it is kept.
    // ASVS 6.4.4
    expect(await getTwoFactor(pool.deps, actor)).toEqual({
      isEnrolled: false,
      passkeys: 0,
      recoveryCodesLeft: 0,
    });
    await logIn(pool.deps, { email, password });
  });

  it('stands beside an app, whose removal leaves it and its recovery codes', async () => {
    const { pool, actor, confirm } = await withPasskey();
    await expect(beginTwoFactor(pool.deps, { actor, password })).rejects.toMatchObject({
      code: 'TWO_FACTOR_REQUIRED',
    });
    const { secret } = await beginTwoFactor(pool.deps, { actor, password, totp: await confirm() });
    const epoch = Math.floor(pool.clock.now() / SECOND_MS);
    await confirmTwoFactor(pool.deps, { actor, origin, code: await generate({ secret, epoch }) });
    await removeTwoFactor(pool.deps, { actor, origin, code: await confirm() });
    expect(await getTwoFactor(pool.deps, actor)).toEqual({
      isEnrolled: false,
      passkeys: 1,
      recoveryCodesLeft: 10,
    });
    await expect(logIn(pool.deps, { email, password })).rejects.toMatchObject({
      code: 'TWO_FACTOR_REQUIRED',
    });
  });

  it('is one of ten at most, and of one account', async () => {
    const { pool, actor, device, confirm } = await withPasskey();
    await pool.signUp('bob');
    const bob = await enter(pool.deps, { email: 'bob@example.org', password });
    await expect(addDevice(pool.deps, { actor: bob, password, device })).rejects.toMatchObject({
      code: 'PASSKEY_EXISTS',
    });
    device.userHandle = Buffer.from(actor.userId).toString('base64url');
    for (let more = 1; more < 10; more += 1)
      await addDevice(pool.deps, {
        actor,
        password,
        device: new SoftAuthenticator(`key ${more}`),
        totp: await confirm(),
      });
    await expect(beginPasskey(pool.deps, { actor, password, totp: await confirm() })).rejects.toMatchObject({
      code: 'PASSKEYS_MAX',
    });
  });

  it('opens no locked account, and can be reset by the holder of the machine', async () => {
    const { pool, actor, logInAlone } = await withPasskey();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await lockUser(pool.deps, { adminId, origin, userId: actor.userId, reason: 'asked' });
    await expect(logInAlone()).rejects.toMatchObject({ code: 'ACCOUNT_LOCKED' });
    expect(await resetTwoFactor(pool.deps, email)).toBe(true);
    await expect(logInAlone()).rejects.toMatchObject({ code: 'PASSKEY_UNKNOWN' });
  });

  it('counts the wrong codes of strangers at an account without an app, and mails its owner', async () => {
    const { pool } = await withPasskey();
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => logIn(pool.deps, { email, password, totp: 'aaaaa-aaaaa' })),
    );
    const codes = attempts.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'));
    expect(codes.filter((code) => code === 'TWO_FACTOR_INVALID')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TWO_FACTOR_BLOCKED')).toHaveLength(3);
    await deliverMail(pool.deps, { firstDigest: undefined });
    const told = (await listMailbox(pool.deps, email)).filter(({ subject }) => /has your/.test(subject));
    // ASVS 6.3.1
    expect(told).toHaveLength(1);
  });

  it('needs a name of the pool', async () => {
    const { pool, actor } = await withAlice();
    const nameless = { ...pool.deps, passkeySite: undefined };
    await expect(beginPasskey(nameless, { actor, password })).rejects.toMatchObject({
      code: 'PASSKEYS_UNAVAILABLE',
    });
    await expect(beginPasskeyLogin(nameless, undefined)).rejects.toMatchObject({
      code: 'PASSKEYS_UNAVAILABLE',
    });
  });
});
