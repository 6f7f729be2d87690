// Goal: an API key is shown once, does what it was made for, and ends at once.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { createAdmin } from '../accounts/create-user.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { listMailbox } from '../mail/list-mailbox.ts';
import { logIn } from '../sessions/log-in.ts';
import { authenticate } from '../sessions/sessions.ts';
import { TestIdentity } from '../testing/index.ts';
import { createApiKey, findApiKey, isApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';

const PASSWORD = 'correct horse';

describeEachDatabase('an API key', (open) => {
  async function withAlice() {
    const { database, connect } = await open();
    const pool = new TestIdentity(database);
    const userId = await pool.signUp('alice');
    const { token } = await logIn(pool.deps, { email: 'alice@example.org', password: PASSWORD });
    const actor = await authenticate(pool.deps, token);
    if (actor === undefined) throw new Error('Alice could not log in.');
    const request = { actor, name: 'Bot', scope: 'read' as const, password: PASSWORD };
    return { pool, userId, token, request, connect };
  }

  it('is known by its hash alone, and its use is seen', async () => {
    const { pool, userId, token, request } = await withAlice();
    const { key } = await createApiKey(pool.deps, request);
    expect(key).toMatch(/^gpk_[\w-]{43}$/);
    expect([isApiKey(key), isApiKey(token)]).toEqual([true, false]);
    const rows = await pool.deps.db.read.selectFrom('apiKey').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(10));
    expect(await listApiKeys(pool.deps, userId)).toMatchObject([
      { name: 'Bot', scope: 'read', lastUsedAt: null },
    ]);
    expect(await findApiKey(pool.deps, key)).toMatchObject({ userId, scope: 'read' });
    expect((await listApiKeys(pool.deps, userId))[0]?.lastUsedAt).toBe(pool.clock.now());
    await deliverMail(pool.deps, { firstDigest: undefined });
    const mails = await listMailbox(pool.deps, 'alice@example.org');
    expect(mails.map(({ subject }) => subject)).toContain('A new API key for your Glasspool account');
    // ASVS 6.3.7, 11.5.1
    expect(JSON.stringify(mails)).not.toContain(key);
  });

  it('ends when it is revoked, by its owner only, and while the account is locked', async () => {
    const { pool, userId, request } = await withAlice();
    const { key } = await createApiKey(pool.deps, request);
    const [{ id } = { id: undefined }] = await listApiKeys(pool.deps, userId);
    if (id === undefined) throw new Error('There is no key.');
    const bob = await pool.signUp('bob');
    await expect(revokeApiKey(pool.deps, { userId: bob, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await findApiKey(pool.deps, key)).toBeDefined();
    const origin = { ipAddress: '127.0.0.1', requestId: '1' };
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await lockUser(pool.deps, { adminId, userId, origin, reason: 'Asked for.' });
    expect(await findApiKey(pool.deps, key)).toBeUndefined();
    await revokeApiKey(pool.deps, { userId, id });
    expect(await findApiKey(pool.deps, key)).toBeUndefined();
    await expect(revokeApiKey(pool.deps, { userId, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('needs the password, and there are at most ten', async () => {
    const { pool, request, connect } = await withAlice();
    const second = pool.withDatabase(connect());
    const wrong = createApiKey(pool.deps, { ...request, password: 'wrong' });
    await expect(wrong).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' });
    const results = await Promise.allSettled(
      Array.from({ length: 14 }, (_, index) => createApiKey(index % 2 ? pool.deps : second, request)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    // ASVS 7.5.1
    await expect(createApiKey(pool.deps, request)).rejects.toMatchObject({ code: 'API_KEYS_MAX' });
  });

  it('is made once under one idempotency key: after a lost answer the request is refused, also ten at once', async () => {
    const { pool, userId, request, connect } = await withAlice();
    const keyed = { ...request, idempotencyKey: 'k1' };
    const other = pool.withDatabase(await connect());
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => createApiKey(index % 2 === 0 ? pool.deps : other, keyed)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(createApiKey(pool.deps, keyed)).rejects.toMatchObject({ code: 'SECRET_SHOWN_BEFORE' });
    await expect(createApiKey(pool.deps, { ...keyed, name: 'Other' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await listApiKeys(pool.deps, userId)).toHaveLength(1);
  });
});
