// Goal: an account moves to an address only for who reads it and knows the password, and is closed only when nothing is in it.
import type { UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import {
  changeEmail,
  closeAccount,
  createAdmin,
  sendSignUpCode,
  unlockUser,
  verifySignUpCode,
} from '@glasspool/identity/accounts';
import { createApiKey, findApiKey } from '@glasspool/identity/api-keys';
import { listMailbox } from '@glasspool/identity/mail';
import { requestPasswordReset, resetPassword } from '@glasspool/identity/passwords';
import { authenticate, listOpenSessions, logIn } from '@glasspool/identity/sessions';
import { addDevice, confirmWith, enter, SoftAuthenticator } from '@glasspool/identity/testing';
import { expect, it } from 'vitest';
import { addAllowlistEntry } from '../allowlist/index.ts';
import { releaseWallet } from '../balances/index.ts';
import { sendMail } from '../mail/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal } from '../withdrawals/index.ts';

const EMAIL = 'alice@example.org';
const NEW_EMAIL = 'alice@elsewhere.example';
const password = 'correct horse';
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('an account', (open) => {
  async function withAlice() {
    const pool = await new TestPool((await open()).database).start();
    const userId = await pool.signUp('alice');
    const actor = await enter(pool.deps, { email: EMAIL, password });
    return { pool, userId, actor };
  }

  async function readUser({ deps }: TestPool, userId: UserId) {
    const { db } = deps;
    const columns = ['email', 'userName', 'lockedAt', 'lockReason'] as const;
    const user = await db.read
      .selectFrom('user')
      .select(columns)
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return { ...user, sessions: await listOpenSessions(deps, userId) };
  }

  async function readNewest(pool: TestPool, recipient: string): Promise<string> {
    await sendMail(pool.deps);
    return (await listMailbox(pool.deps, recipient))[0]?.text ?? '';
  }

  async function tokenFor(pool: TestPool, email: string): Promise<string> {
    await sendSignUpCode(pool.deps, email);
    const otp = /\d{6}/.exec(await readNewest(pool, email))?.[0] ?? '';
    return (await verifySignUpCode(pool.deps, { email, otp })).signupToken;
  }

  it('moves to a new address: its owner logs in with that, sessions and mailed links end, both addresses are told', async () => {
    const { pool, userId, actor } = await withAlice();
    const { token: other } = await logIn(pool.deps, { email: EMAIL, password });
    await requestPasswordReset(pool.deps, EMAIL);
    const link = /reset-passord\/([\w-]+)/.exec(await readNewest(pool, EMAIL))?.[1] ?? '';
    const emailToken = await tokenFor(pool, NEW_EMAIL);
    await changeEmail(pool.deps, { actor, newEmail: NEW_EMAIL, emailToken, password });
    expect((await enter(pool.deps, { email: NEW_EMAIL, password })).userId).toBe(userId);
    await expect(logIn(pool.deps, { email: EMAIL, password })).rejects.toMatchObject({
      code: 'INVALID_LOGIN',
    });
    expect(await authenticate(pool.deps, other)).toBeUndefined();
    const reset = resetPassword(pool.deps, { token: link, newPassword: 'battery staple' });
    await expect(reset).rejects.toMatchObject({ code: 'RESET_TOKEN_INVALID' });
    expect(await readNewest(pool, EMAIL)).toContain(NEW_EMAIL);
    expect(await readNewest(pool, NEW_EMAIL)).toContain('From now on you log in with this email');
  });

  it('stays where it is for a wrong password, another address’s token, a used one, and without two-factor authentication', async () => {
    const { pool, userId, actor } = await withAlice();
    const emailToken = await tokenFor(pool, NEW_EMAIL);
    const change = { actor, newEmail: NEW_EMAIL, emailToken, password };
    const refuse = (over: object, code: string) =>
      expect(changeEmail(pool.deps, { ...change, ...over })).rejects.toMatchObject({ code });
    await refuse({ password: 'wrong' }, 'CURRENT_PASSWORD_WRONG');
    await refuse({ newEmail: 'bob@example.org' }, 'SIGN_UP_NOT_VERIFIED');
    const device = new SoftAuthenticator('key');
    const [totp = ''] = await addDevice(pool.deps, { actor, password, device });
    await refuse({}, 'TWO_FACTOR_REQUIRED');
    expect((await readUser(pool, userId)).email).toBe(EMAIL);
    // The refusals used nothing up.
    await changeEmail(pool.deps, { ...change, totp: await confirmWith(pool.deps, { actor, device }) });
    const again = await enter(pool.deps, { email: NEW_EMAIL, password, totp });
    const code = await confirmWith(pool.deps, { actor: again, device });
    await refuse({ actor: again, totp: code }, 'SIGN_UP_NOT_VERIFIED');
  });

  it('is not moved to an address that another account took meanwhile', async () => {
    const { pool, actor } = await withAlice();
    const emailToken = await tokenFor(pool, 'bob@example.org');
    await pool.deps.db.transaction(async (tx) => {
      const { id: _, ...alice } = await tx.selectFrom('user').selectAll().executeTakeFirstOrThrow();
      await tx
        .insertInto('user')
        .values({ ...alice, id: 'usr_0', email: 'bob@example.org', referralCode: 'OTHER' })
        .execute();
    });
    const change = changeEmail(pool.deps, { actor, newEmail: 'bob@example.org', emailToken, password });
    await expect(change).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  });

  it('is closed only when nothing is in it or on its way', async () => {
    const { pool, userId, actor } = await withAlice();
    const close = () => closeAccount(pool.deps, { actor, password });
    pool.bsc.deposit(await pool.deriveAddress(userId, 'USDT'), 100n * 10n ** 18n);
    pool.bsc.mine();
    await pool.scan();
    await expect(close()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_EMPTY' });
    pool.bsc.finalize();
    await pool.scan();
    await expect(close()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_EMPTY' });
    await releaseWallet(pool.deps, { userId, currency: 'USDT', amountMicro: micro('100') });
    await requestWithdrawal(pool.deps, {
      userId,
      currency: 'USDT',
      amountMicro: micro('99'),
      address: OUTSIDE,
    });
    await expect(close()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_EMPTY' });
    expect((await readUser(pool, userId)).lockedAt).toBeNull();
  });

  it('is closed with its keys, sessions and withdrawal allowlist, and opened again by an admin', async () => {
    const { pool, userId, actor } = await withAlice();
    const { key } = await createApiKey(pool.deps, { actor, name: 'Bot', scope: 'read', password });
    await addAllowlistEntry(pool.deps, {
      actor,
      password,
      currency: 'USDT',
      address: OUTSIDE,
      label: 'Exchange',
    });
    await expect(closeAccount(pool.deps, { actor, password: 'wrong' })).rejects.toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
    });
    await closeAccount(pool.deps, { actor, password });
    await expect(logIn(pool.deps, { email: EMAIL, password })).rejects.toMatchObject({
      code: 'ACCOUNT_LOCKED',
    });
    expect(await findApiKey(pool.deps, key)).toBeUndefined();
    expect(await readUser(pool, userId)).toMatchObject({
      userName: 'Closed account',
      lockReason: 'Closed by its owner.',
      sessions: [],
    });
    const left = await pool.deps.db.read
      .selectFrom('allowlistEntry')
      .where('removedAt', 'is', null)
      .selectAll()
      .execute();
    expect(left).toEqual([]);
    expect(await readNewest(pool, EMAIL)).toContain('write to support');
    // A later receipt is still owed to its owner.
    await pool.deposit(userId, 'USDT', '7');
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await unlockUser(pool.deps, { adminId, origin, userId, reason: 'asked for by mail' });
    await enter(pool.deps, { email: EMAIL, password });
  });

  it('is not closed by its owner when it belongs to the staff', async () => {
    const { pool } = await withAlice();
    const admin = await createAdmin(pool.deps, 'operator@example.org');
    const actor = await enter(pool.deps, { email: 'operator@example.org', password: admin.password });
    await expect(closeAccount(pool.deps, { actor, password: admin.password })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
