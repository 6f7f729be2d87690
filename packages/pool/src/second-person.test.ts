// Goal: what needs two people is not done by one with two accounts: neither by an account that one admin invited, promoted or unlocked, in either
// direction, nor by sending those away who would have to agree. Method: each action that needs a second admin, on both databases.
import { DAY_MS, type UserId, type WithdrawalId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import {
  changeStaffRole,
  createAdmin,
  inviteStaff,
  listStaff,
  lockUser,
  unlockUser,
} from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { releaseWallet } from './balances/index.ts';
import { attributeDeposit } from './deposits/index.ts';
import { decideTermsProposal, publishTerms } from './investments/index.ts';
import { expectRefusal, TEST_TERMS, TestPool } from './testing/index.ts';
import { requestOperatorWithdrawal, requestWithdrawal, reviewWithdrawal } from './withdrawals/index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const reason = 'A test.';

describeEachDatabase('a second person', (open) => {
  async function withAdmins() {
    const settings = { operatorReviewMicro: { USDT: micro('10'), TRX: micro('10') } };
    const pool = await new TestPool((await open()).database, settings).start();
    const { userId: first } = await createAdmin(pool.deps, 'first@example.org');
    await pool.deposit('hotWallet', 'USDT', '1000');
    const inviteAs = async (
      by: UserId,
      email: string,
      role: 'admin' | 'auditor' = 'admin',
    ): Promise<UserId> => {
      await inviteStaff(pool.deps, { adminId: by, origin, role, email });
      const invited = (await listStaff(pool.deps)).find((one) => one.email === email);
      if (invited === undefined) throw new Error('No one was invited.');
      return invited.id;
    };
    const invite = (by: UserId, role: 'admin' | 'auditor' = 'admin') =>
      inviteAs(by, `${role}@example.org`, role);
    const request = (adminId: UserId) =>
      requestOperatorWithdrawal(pool.deps, {
        adminId,
        origin,
        currency: 'USDT',
        address: OUTSIDE,
        amountMicro: micro('20'),
      });
    const approve = async (askedBy: UserId, agreedBy: UserId): Promise<void> => {
      const { id: withdrawalId } = await request(askedBy);
      await reviewWithdrawal(pool.deps, {
        adminId: agreedBy,
        origin,
        withdrawalId,
        decision: 'approve',
        reason: '',
      });
    };
    const propose = (adminId: UserId, targetRatePpm = 50_000) =>
      publishTerms(pool.deps, {
        adminId,
        origin,
        terms: { ...TEST_TERMS, targetRatePpm, startsAt: pool.clock.now() + 2 * DAY_MS },
      });
    return { pool, first, invite, inviteAs, approve, propose };
  }

  it('is no admin whom the one who asks invited, nor the one who invited them', async () => {
    const { pool, first, invite, approve, propose } = await withAdmins();
    const invited = await invite(first);
    for (const [askedBy, agreedBy] of [
      [first, invited],
      [invited, first],
    ] as const) {
      await expect(approve(askedBy, agreedBy)).rejects.toMatchObject({ code: 'NOT_SECOND_PERSON' });
      const proposed = await propose(askedBy);
      if (proposed.state !== 'proposed') throw new Error('It was published by one person.');
      const decision = { origin, id: proposed.id };
      await expectRefusal(pool, 'NOT_SECOND_PERSON', () =>
        decideTermsProposal(pool.deps, { ...decision, adminId: agreedBy, decision: 'publish' }),
      );
      await decideTermsProposal(pool.deps, { ...decision, adminId: askedBy, decision: 'reject' });
    }
    const { userId: other } = await createAdmin(pool.deps, 'other@example.org');
    await approve(first, other);
    await approve(invited, other);
  });

  /** Receipts of the hot wallet, each of 4, credited to a friend of its own, who asks for nearly all of it. */
  async function creditFriends(pool: TestPool, admins: readonly UserId[]): Promise<WithdrawalId[]> {
    const asked: WithdrawalId[] = [];
    for (const [index, adminId] of admins.entries()) {
      await pool.deposit('hotWallet', 'USDT', '4');
      const { id: depositId } = await pool.deps.db.read
        .selectFrom('deposit')
        .select('id')
        .where('userId', 'is', null)
        .where('amountMicro', '=', micro('4'))
        .executeTakeFirstOrThrow();
      const friend = await pool.signUp(`friend${index}`);
      const email = `friend${index}@example.org`;
      await attributeDeposit(pool.deps, { adminId, origin, depositId, email, reason });
      await releaseWallet(pool.deps, { userId: friend, currency: 'USDT', amountMicro: micro('4') });
      const request = {
        userId: friend,
        currency: 'USDT',
        address: OUTSIDE,
        amountMicro: micro('3'),
      } as const;
      const { id, state } = await requestWithdrawal(pool.deps, request);
      // Below the limit of a day: it waits all the same.
      expect(state).toBe('reviewing');
      asked.push(id);
    }
    return asked;
  }

  it('approves what users withdraw whom another one credited with more than that one may take out alone', async () => {
    const { pool, first, invite } = await withAdmins();
    const invited = await invite(first);
    const { userId: other } = await createAdmin(pool.deps, 'other@example.org');
    const [withdrawalId = 'wdr_none', second = 'wdr_none'] = await creditFriends(pool, [
      first,
      invited,
      first,
    ]);
    const review = { origin, decision: 'approve', reason: '' } as const;
    for (const adminId of [first, invited])
      await expectRefusal(pool, 'NOT_SECOND_PERSON', () =>
        reviewWithdrawal(pool.deps, { ...review, withdrawalId, adminId }),
      );
    await reviewWithdrawal(pool.deps, { ...review, withdrawalId, adminId: other });
    pool.advanceHours(31 * 24);
    await reviewWithdrawal(pool.deps, { ...review, withdrawalId: second, adminId: first });
  });

  it('is not asked for credits that the operator may take out alone', async () => {
    const { pool, first } = await withAdmins();
    await createAdmin(pool.deps, 'other@example.org');
    const [withdrawalId = 'wdr_none'] = await creditFriends(pool, [first]);
    const review = { origin, decision: 'approve', reason: '', withdrawalId, adminId: first } as const;
    await reviewWithdrawal(pool.deps, review);
  });

  it('is no admin whom an invited one invited, nor two whom one invited', async () => {
    const { first, inviteAs, approve } = await withAdmins();
    const second = await inviteAs(first, 'second@example.org');
    const third = await inviteAs(second, 'third@example.org');
    const sibling = await inviteAs(first, 'sibling@example.org');
    for (const [askedBy, agreedBy] of [
      [first, third],
      [third, first],
      [second, sibling],
      [sibling, third],
    ] as const)
      await expect(approve(askedBy, agreedBy)).rejects.toMatchObject({ code: 'NOT_SECOND_PERSON' });
  });

  it('is no admin whom the one who asks promoted or unlocked', async () => {
    const { pool, first, invite, approve } = await withAdmins();
    const { userId: other } = await createAdmin(pool.deps, 'other@example.org');
    const auditor = await invite(other, 'auditor');
    await changeStaffRole(pool.deps, { adminId: first, origin, role: 'admin', userId: auditor, reason });
    await expect(approve(first, auditor)).rejects.toMatchObject({ code: 'NOT_SECOND_PERSON' });
    const { userId: third } = await createAdmin(pool.deps, 'third@example.org');
    await lockUser(pool.deps, { adminId: third, origin, userId: other, reason });
    await unlockUser(pool.deps, { adminId: first, origin, userId: other, reason });
    await expect(approve(first, other)).rejects.toMatchObject({ code: 'NOT_SECOND_PERSON' });
  });

  it('stays one whom another admin, with or without an account of theirs, locked and unlocked for a moment', async () => {
    const { pool, first, invite, approve } = await withAdmins();
    const invited = await invite(first);
    const honest: UserId[] = [];
    for (const [index, unlocker] of [first, invited].entries()) {
      const { userId } = await createAdmin(pool.deps, `honest${index}@example.org`);
      await lockUser(pool.deps, { adminId: first, origin, userId, reason });
      await unlockUser(pool.deps, { adminId: unlocker, origin, userId, reason });
      honest.push(userId);
    }
    const [one = first, another = first] = honest;
    await approve(one, another);
    await approve(first, one);
  });

  it('is still asked for when the others were locked or demoted by the one who asks, for a month', async () => {
    const { pool, first, propose } = await withAdmins();
    const { userId: locked } = await createAdmin(pool.deps, 'locked@example.org');
    const { userId: demoted } = await createAdmin(pool.deps, 'demoted@example.org');
    await lockUser(pool.deps, { adminId: first, origin, userId: locked, reason });
    await changeStaffRole(pool.deps, { adminId: first, origin, role: 'auditor', userId: demoted, reason });
    const proposed = await propose(first);
    if (proposed.state !== 'proposed') throw new Error('It was published by one person.');
    await decideTermsProposal(pool.deps, { adminId: first, origin, id: proposed.id, decision: 'reject' });
    pool.advanceHours(31 * 24);
    expect(await propose(first)).toMatchObject({ state: 'published' });
  });
});
