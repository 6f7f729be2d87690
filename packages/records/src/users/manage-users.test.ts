// Goal: staff find every user with the balances of the books. A lock ends everything that it must end, and changes no money.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import {
  completeSignUp,
  countUsers,
  createAdmin,
  endSessionsOf,
  lockUser,
  unlockUser,
} from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { authenticate, logIn } from '@glasspool/identity/sessions';
import { readBooks, TestPool } from '@glasspool/pool/testing';
import { expect, it } from 'vitest';
import { getUser, listUsers } from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('a user in the back office', (open) => {
  async function poolWithUsers() {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const alice = await pool.investor('alice', 'USDT', '100');
    await pool.deposit(alice, 'TRX', '7');
    const bob = await pool.signUp('bob');
    return { pool, adminId, alice, bob };
  }

  it('is counted, unlike staff and sign-ups that failed', async () => {
    const { pool } = await poolWithUsers();
    await createAdmin(pool.deps, 'auditor@example.org', 'auditor');
    await expect(
      completeSignUp(pool.deps, {
        email: 'carol@example.org',
        password: 'correct horse battery',
        signupToken: 'none',
      }),
    ).rejects.toThrow();
    await expect(createAdmin(pool.deps, 'alice@example.org')).rejects.toThrow();
    expect(await countUsers(pool.deps)).toBe(2);
  });

  it('is listed newest first, with balances, and found by the beginning of the address or name, or by the id', async () => {
    const { pool, alice } = await poolWithUsers();
    const all = await listUsers(pool.deps, { page: 1, limit: 2 });
    expect([all.total, all.entries.length]).toEqual([3, 2]);
    const found = await listUsers(pool.deps, { page: 1, limit: 10, search: 'ALIC' });
    expect(found).toMatchObject({
      total: 1,
      entries: [
        {
          id: alice,
          balances: [
            { currency: 'USDT', invested: micro('100'), wallet: 0n },
            { currency: 'TRX', wallet: micro('7') },
          ],
        },
      ],
    });
    expect((await listUsers(pool.deps, { page: 1, limit: 10, search: 'lice' })).total).toBe(0);
    expect((await listUsers(pool.deps, { page: 1, limit: 10, search: '%' })).total).toBe(0);
    expect((await listUsers(pool.deps, { page: 1, limit: 10, search: 'ali_e' })).total).toBe(0);
    expect((await listUsers(pool.deps, { page: 1, limit: 10, search: alice })).total).toBe(1);
  });

  it('is shown with addresses and open sessions', async () => {
    const { pool, alice } = await poolWithUsers();
    await logIn(pool.deps, { email: 'alice@example.org', password: 'correct horse' });
    const user = await getUser(pool.deps, alice);
    expect(user.wallets.map(({ network }) => network)).toEqual(['BSC', 'TRON']);
    expect(user.sessions).toHaveLength(1);
    await expect(getUser(pool.deps, 'usr_00000000000000000000000000')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is locked at once, keeps the money, and comes back', async () => {
    const { pool, adminId, alice } = await poolWithUsers();
    const credentials = { email: 'alice@example.org', password: 'correct horse' };
    const { token } = await logIn(pool.deps, credentials);
    const before = await readBooks(pool);
    await lockUser(pool.deps, { adminId, origin, userId: alice, reason: 'Asked for it.' });
    await lockUser(pool.deps, { adminId, origin, userId: alice, reason: 'Asked twice.' });
    expect(await authenticate(pool.deps, token)).toBeUndefined();
    await expect(logIn(pool.deps, credentials)).rejects.toMatchObject({ code: 'ACCOUNT_LOCKED' });
    expect(await getUser(pool.deps, alice)).toMatchObject({ lockReason: 'Asked for it.', sessions: [] });
    expect(await readBooks(pool)).toEqual(before);
    await unlockUser(pool.deps, { adminId, origin, userId: alice, reason: 'All is well.' });
    await logIn(pool.deps, credentials);
    expect(await authenticate(pool.deps, token)).toBeUndefined();
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 3 });
    expect(lines.map(({ action }) => action)).toEqual(['user.unlock', 'user.lock', 'admin.create']);
  });

  it('loses all sessions without being locked', async () => {
    const { pool, adminId, bob } = await poolWithUsers();
    const { token } = await logIn(pool.deps, { email: 'bob@example.org', password: 'correct horse' });
    expect(await endSessionsOf(pool.deps, { adminId, origin, userId: bob, reason: 'Lost phone.' })).toBe(1);
    // ASVS 7.4.5
    expect(await authenticate(pool.deps, token)).toBeUndefined();
    await logIn(pool.deps, { email: 'bob@example.org', password: 'correct horse' });
  });

  it('does not lock their own account', async () => {
    const { pool, adminId } = await poolWithUsers();
    const self = lockUser(pool.deps, { adminId, origin, userId: adminId, reason: 'x' });
    await expect(self).rejects.toMatchObject({ code: 'CANNOT_LOCK_SELF' });
  });
});
