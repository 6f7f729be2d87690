// Goal: a stolen session of an admin moves and commits no money: each such action asks for a two-factor code, each code once. To stop
// money, and to keep it back, takes the session alone.
import { DAY_MS, SECOND_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin, lockUser, unlockUser } from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { addDevice, confirmWith, enter, SoftAuthenticator } from '@glasspool/identity/testing';
import { expect, it } from 'vitest';
import { getAnnouncement, setAnnouncement } from './announcements/index.ts';
import { releaseWallet } from './balances/index.ts';
import { WELL } from './dependencies/index.ts';
import { attributeDeposit, listUnmatchedReceipts } from './deposits/index.ts';
import { allowOneNode, haltPayouts, resumePayouts } from './halts/index.ts';
import { publishTerms } from './investments/index.ts';
import { findHalt } from './outgoing/index.ts';
import { fundReserveAsAdmin } from './reserve/index.ts';
import { findNewestSweep, startSweep } from './sweeps/index.ts';
import { readBooks, TEST_TERMS, TestPool } from './testing/index.ts';
import { requestOperatorWithdrawal, requestWithdrawal, reviewWithdrawal } from './withdrawals/index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const email = 'operator@example.org';

describeEachDatabase('the session of an admin', (open) => {
  /** A pool where each action is possible, and its admin has a passkey. */
  async function withAdmin() {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId, password } = await createAdmin(pool.deps, email);
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '5000');
    await pool.deposit('hotWallet', 'USDT', '100');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT', amountMicro: micro('5000') });
    const request = { userId: alice, currency: 'USDT' as const, address: OUTSIDE };
    const held = await requestWithdrawal(pool.deps, { ...request, amountMicro: micro('2000') });
    const { receipts } = await listUnmatchedReceipts(pool.deps, { page: 1, limit: 1 });
    const depositId = receipts[0]?.id;
    if (depositId === undefined) throw new Error('Nothing reached the hot wallet.');
    await pool.deposit('hotWallet', 'USDT', '50');
    const lockedId = await pool.signUp('bob');
    await lockUser(pool.deps, { adminId, origin, userId: lockedId, reason: 'stolen' });
    const { userId: otherId } = await createAdmin(pool.deps, 'other@example.org');
    await haltPayouts(pool.deps, { adminId, origin, reason: 'to be resumed' });
    pool.dependencies = [
      { ...WELL, name: 'BSC node 1', since: 0 },
      { name: 'BSC node 2', state: 'degraded', reason: 'silent', sentence: '', since: 0 },
    ];

    const actor = await enter(pool.deps, { email, password });
    const device = new SoftAuthenticator('key');
    const recoveryCodes = await addDevice(pool.deps, { actor, password, device });
    const confirm = () => confirmWith(pool.deps, { actor, device });
    return { pool, adminId, heldId: held.id, depositId, lockedId, otherId, confirm, recoveryCodes };
  }

  type Pool = Awaited<ReturnType<typeof withAdmin>>;

  const ACTIONS: readonly (readonly [string, (given: Pool, totp?: string) => Promise<unknown>])[] = [
    [
      'approves a withdrawal',
      ({ pool, adminId, heldId: withdrawalId }, totp) =>
        reviewWithdrawal(pool.deps, { adminId, origin, withdrawalId, decision: 'approve', reason: '', totp }),
    ],
    [
      'funds a reserve',
      ({ pool, adminId }, totp) =>
        fundReserveAsAdmin(pool.deps, {
          currency: 'USDT',
          amountMicro: micro('10'),
          admin: { adminId, origin },
          totp,
        }),
    ],
    [
      'publishes terms',
      ({ pool, adminId }, totp) =>
        publishTerms(pool.deps, {
          adminId,
          origin,
          terms: { ...TEST_TERMS, termDays: 31, startsAt: pool.clock.now() + 2 * DAY_MS },
          totp,
        }),
    ],
    [
      'attributes a receipt',
      ({ pool, adminId, depositId }, totp) =>
        attributeDeposit(pool.deps, {
          adminId,
          origin,
          depositId,
          email: 'alice@example.org',
          reason: 'hers',
          totp,
        }),
    ],
    [
      'switches payouts on',
      ({ pool, adminId }, totp) => resumePayouts(pool.deps, { adminId, origin, reason: 'looked', totp }),
    ],
    [
      'lets one node decide',
      ({ pool, adminId }, totp) =>
        allowOneNode(pool.deps, { adminId, origin, network: 'BSC', reason: 'burned', totp }),
    ],
    [
      'takes money out of the hot wallet',
      ({ pool, adminId }, totp) =>
        requestOperatorWithdrawal(pool.deps, {
          adminId,
          origin,
          currency: 'USDT',
          address: OUTSIDE,
          amountMicro: micro('1'),
          totp,
        }),
    ],
    [
      'shows an announcement',
      ({ pool, adminId }, totp) => setAnnouncement(pool.deps, { adminId, origin, text: 'We moved.', totp }),
    ],
    [
      'unlocks a user',
      ({ pool, adminId, lockedId: userId }, totp) =>
        unlockUser(pool.deps, { adminId, origin, userId, reason: 'hers', totp }),
    ],
    [
      'locks another admin',
      ({ pool, adminId, otherId: userId }, totp) =>
        lockUser(pool.deps, { adminId, origin, userId, reason: 'gone', totp }),
    ],
  ];

  /** Everything that an action of an admin may change. */
  async function getState({ pool, heldId }: Pool): Promise<unknown> {
    const held = pool.deps.db.read.selectFrom('withdrawal').select('state').where('id', '=', heldId);
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 50 });
    const terms = await pool.deps.db.read.selectFrom('terms').select('version').execute();
    return [
      await readBooks(pool),
      await held.executeTakeFirst(),
      lines.length,
      terms,
      await findHalt(pool.deps),
      await getAnnouncement(pool.deps),
      await pool.deps.db.read.selectFrom('user').select(['id', 'lockedAt']).orderBy('id').execute(),
    ];
  }

  it.each(ACTIONS)('%s with a new two-factor code only', async (_name, act) => {
    const given = await withAdmin();
    const before = await getState(given);
    await expect(act(given)).rejects.toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    await expect(act(given, '000000')).rejects.toMatchObject({ code: 'TWO_FACTOR_INVALID' });
    const used = await given.confirm();
    const { pool, adminId } = given;
    await fundReserveAsAdmin(pool.deps, {
      currency: 'USDT',
      amountMicro: 1n,
      admin: { adminId, origin },
      totp: used,
    });
    const funded = await getState(given);
    await expect(act(given, used)).rejects.toMatchObject({ code: 'TWO_FACTOR_INVALID' });
    expect(await getState(given)).toEqual(funded);
    expect(funded).not.toEqual(before);
    pool.clock.advance(SECOND_MS);
    await act(given, await given.confirm());
    expect(await getState(given)).not.toEqual(funded);
  });

  it('begins a sweep with a two-factor code only', async () => {
    const { pool, adminId, recoveryCodes } = await withAdmin();
    await resumePayouts(pool.deps, { adminId, origin, reason: 'looked', totp: recoveryCodes[0] });
    await expect(startSweep(pool.deps, { adminId, origin })).rejects.toMatchObject({
      code: 'TWO_FACTOR_REQUIRED',
    });
    expect(await findNewestSweep(pool.deps)).toBeUndefined();
    await startSweep(pool.deps, { adminId, origin, totp: recoveryCodes[1] });
  });

  it('stops payouts and refuses a withdrawal without a code', async () => {
    const { pool, adminId, heldId: withdrawalId, recoveryCodes } = await withAdmin();
    await reviewWithdrawal(pool.deps, { adminId, origin, withdrawalId, decision: 'reject', reason: 'no' });
    await resumePayouts(pool.deps, { adminId, origin, reason: 'looked', totp: recoveryCodes[0] });
    await haltPayouts(pool.deps, { adminId, origin, reason: 'stop' });
    expect(await findHalt(pool.deps)).toBe('stop');
  });
});
