// Goal: what a thief began with a stolen session, or with the old password, is not finished after its owner set a new password. Method: the
// owner does so at the moment at which a password is compared or hashed, which is where such calls take their time.
import { describeEachDatabase } from '@glasspool/db/testing';
import {
  changeEmail,
  closeAccount,
  createAdmin,
  lockUser,
  sendSignUpCode,
  unlockUser,
  verifySignUpCode,
} from '@glasspool/identity/accounts';
import { createApiKey } from '@glasspool/identity/api-keys';
import type { Actor } from '@glasspool/identity/deps';
import { listMailbox } from '@glasspool/identity/mail';
import { addPasskey, beginPasskey } from '@glasspool/identity/passkeys';
import { changePassword, requestPasswordReset, resetPassword } from '@glasspool/identity/passwords';
import { authenticate, endSessions, listSessions, logIn } from '@glasspool/identity/sessions';
import { enter, SoftAuthenticator } from '@glasspool/identity/testing';
import { beginTwoFactor, confirmTwoFactor } from '@glasspool/identity/two-factor';
import { createWebhook } from '@glasspool/identity/webhooks';
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { addAllowlistEntry, setAllowlistOnly } from '../allowlist/index.ts';
import { sendMail } from '../mail/index.ts';
import { TestPool } from '../testing/index.ts';

const EMAIL = 'alice@example.org';
const OLD = 'correct horse';
const NEW = 'battery staple';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

type Deps = TestPool['deps'];

describeEachDatabase('a call that is under way when its owner sets a new password', (open) => {
  async function withAlice() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const userId = await pool.signUp('alice');
    const owner = pool.withDatabase(connect());
    const actor = await enter(pool.deps, { email: EMAIL, password: OLD });
    return { pool, userId, owner, actor };
  }

  async function readToken(pool: TestPool): Promise<string> {
    await sendMail(pool.deps);
    const mails = await listMailbox(pool.deps, EMAIL);
    const texts = mails.map(({ text }) => text).join('\n');
    return /\/reset-passord\/([\w-]+)/.exec(texts)?.[1] ?? '';
  }

  /** Dependencies of a call in which something else happens once, while a password is compared or hashed. */
  function meanwhile({ deps }: TestPool, event: () => Promise<unknown>): Deps {
    let hasHappened = false;
    const happen = async <Result>(result: Result): Promise<Result> => {
      if (!hasHappened) {
        hasHappened = true;
        await event();
      }
      return result;
    };
    return {
      ...deps,
      passwords: {
        hash: async (password) => happen(await deps.passwords.hash(password)),
        verify: async (hash, password) => happen(await deps.passwords.verify(hash, password)),
      },
    };
  }

  /** Ways into an account, and to its money. */
  async function readAccess({ deps }: TestPool) {
    const { db } = deps;
    const count = async (table: 'apiKey' | 'webhook' | 'allowlistEntry' | 'passkey' | 'recoveryCode') =>
      (await db.read.selectFrom(table).selectAll().execute()).length;
    return {
      apiKeys: await count('apiKey'),
      webhooks: await count('webhook'),
      entries: await count('allowlistEntry'),
      passkeys: await count('passkey'),
      codes: await count('recoveryCode'),
      apps: await db.read.selectFrom('twoFactor').select(['userId', 'confirmedAt']).execute(),
      user: await db.read
        .selectFrom('user')
        .select(['email', 'allowlistOnly', 'lockedAt', 'userName'])
        .where('role', '=', 'user')
        .execute(),
    };
  }

  type Begun = (deps: Deps) => Promise<unknown>;
  const calls: [string, (deps: Deps, actor: Actor) => Promise<Begun> | Begun][] = [
    [
      'makes no API key',
      (_, actor) => (deps) => createApiKey(deps, { actor, name: 'Bot', scope: 'withdraw', password: OLD }),
    ],
    [
      'makes no webhook',
      (_, actor) => (deps) => createWebhook(deps, { actor, url: 'https://example.org/hook', password: OLD }),
    ],
    [
      'lists no address',
      (_, actor) => (deps) =>
        addAllowlistEntry(deps, {
          actor,
          password: OLD,
          currency: 'USDT',
          address: '0x00000000000000000000000000000000000000aa',
          label: 'mine',
        }),
    ],
    [
      'does not change the allowlist',
      (_, actor) => (deps) => setAllowlistOnly(deps, { actor, password: OLD, allowlistOnly: true }),
    ],
    ['begins no passkey', (_, actor) => (deps) => beginPasskey(deps, { actor, password: OLD })],
    [
      'adds no passkey',
      async (before, actor) => {
        const { challenge, user } = await beginPasskey(before, { actor, password: OLD });
        const answer = new SoftAuthenticator('laptop').create({ challenge, userHandle: user.id });
        return (deps) => addPasskey(deps, { actor, origin, name: 'Laptop', answer });
      },
    ],
    ['begins no app', (_, actor) => (deps) => beginTwoFactor(deps, { actor, password: OLD })],
    [
      'confirms no app',
      async (before, actor) => {
        const { secret } = await beginTwoFactor(before, { actor, password: OLD });
        const code = await generate({ secret, epoch: Math.floor(before.machineClock.now() / 1_000) });
        return (deps) => confirmTwoFactor(deps, { actor, origin, code });
      },
    ],
    [
      'does not change the address',
      async (before, actor) => {
        const newEmail = 'mallory@example.org';
        await sendSignUpCode(before, newEmail);
        await sendMail(before);
        const [mail] = await listMailbox(before, newEmail);
        const otp = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '';
        const { signupToken } = await verifySignUpCode(before, { email: newEmail, otp });
        return (deps) => changeEmail(deps, { actor, newEmail, emailToken: signupToken, password: OLD });
      },
    ],
    ['does not close the account', (_, actor) => (deps) => closeAccount(deps, { actor, password: OLD })],
    [
      'sets no other password',
      (_, actor) => (deps) =>
        changePassword(deps, { actor, currentPassword: OLD, newPassword: 'mallory was here' }),
    ],
    ['ends no session', (_, actor) => (deps) => endSessions(deps, { actor, password: OLD })],
  ];

  it.each(calls)('%s', async (_, prepare) => {
    const { pool, owner, actor } = await withAlice();
    const call = await prepare(pool.deps, actor);
    await requestPasswordReset(pool.deps, EMAIL);
    const token = await readToken(pool);
    const before = await readAccess(pool);
    const deps = meanwhile(pool, () => resetPassword(owner, { token, newPassword: NEW }));
    await expect(call(deps)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(await readAccess(pool)).toEqual(before);
    const again = await enter(pool.deps, { email: EMAIL, password: NEW });
    expect(await listSessions(pool.deps, again)).toHaveLength(1);
  });

  it('starts no session with the old password', async () => {
    const { pool, owner } = await withAlice();
    await requestPasswordReset(pool.deps, EMAIL);
    const token = await readToken(pool);
    const deps = meanwhile(pool, () => resetPassword(owner, { token, newPassword: NEW }));
    const late = logIn(deps, { email: EMAIL, password: OLD });
    // ASVS 7.4.3
    await expect(late).rejects.toMatchObject({ code: 'INVALID_LOGIN' });
    const again = await enter(pool.deps, { email: EMAIL, password: NEW });
    expect(await listSessions(pool.deps, again)).toHaveLength(1);
  });

  it('starts no session that works once the account is unlocked, when an admin locks it meanwhile', async () => {
    const { pool, userId, owner } = await withAlice();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const request = { adminId, origin, userId, reason: 'Asked for.' };
    const deps = meanwhile(pool, () => lockUser(owner, request));
    await expect(logIn(deps, { email: EMAIL, password: OLD })).rejects.toMatchObject({
      code: 'ACCOUNT_LOCKED',
    });
    await unlockUser(pool.deps, request);
    const again = await enter(pool.deps, { email: EMAIL, password: OLD });
    expect(await listSessions(pool.deps, again)).toHaveLength(1);
  });

  it('makes no API key after its session was ended on another device', async () => {
    const { pool, userId, owner, actor } = await withAlice();
    const here = await enter(pool.deps, { email: EMAIL, password: OLD });
    const deps = meanwhile(pool, () => endSessions(owner, { actor: here, password: OLD }));
    const late = createApiKey(deps, { actor, name: 'Bot', scope: 'read', password: OLD });
    // ASVS 7.4.1
    await expect(late).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    const keys = pool.deps.db.read.selectFrom('apiKey').select('id').where('userId', '=', userId);
    expect(await keys.execute()).toEqual([]);
    const claims = JSON.stringify({ userId, sessionId: here.sessionId });
    expect(await authenticate(pool.deps, claims)).toBeDefined();
  });
});
