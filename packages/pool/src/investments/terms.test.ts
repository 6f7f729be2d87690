// Goal: new terms hold for new investments only, from the day that was published, and no one invests under terms they were not shown.
import { DAY_MS, TERMS_LIMITS, type TermsValues, type UserId } from '@glasspool/core';
import { ManualClock, micro } from '@glasspool/core/testing';
import { describeEachDatabase, overlap } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { describe, expect, it } from 'vitest';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, TEST_TERMS, TestPool } from '../testing/index.ts';
import {
  decideTermsProposal,
  findTermsProposal,
  getCurrentTerms,
  invest,
  listInvestments,
  listTerms,
  publishTerms,
} from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('a version of the terms', (open) => {
  it('holds from its day on, for new investments only', async () => {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '100');
    const terms = {
      ...TEST_TERMS,
      targetRatePpm: 10_000,
      termDays: 60,
      minimumMicro: { USDT: micro('20'), TRX: micro('200') },
      startsAt: pool.clock.now() + DAY_MS,
    };
    const told: string[] = [];
    pool.deps.events.subscribe({ userId: adminId, role: 'admin' }, ({ type }) => told.push(type));
    expect(await publishTerms(pool.deps, { adminId, origin, terms })).toMatchObject({
      state: 'published',
      terms: { version: 2, ...terms },
    });
    expect(told).toEqual(['terms.changed']);
    expect((await getCurrentTerms(pool.deps.db.read, pool.clock.now())).version).toBe(1);
    pool.advanceHours(24);
    expect((await getCurrentTerms(pool.deps.db.read, pool.clock.now())).version).toBe(2);
    await pool.fundReserve('USDT', '1000');
    const bob = await pool.investor('bob', 'USDT', '100');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    // Pitfall: the rate changes under a running stake
    await expectBalances(pool, alice, 'USDT', { withdrawable: '4.000000' });
    await expectBalances(pool, bob, 'USDT', { withdrawable: '1.000000' });
    const [oldOne] = await listInvestments(pool.deps, alice);
    const [newOne] = await listInvestments(pool.deps, bob);
    expect((oldOne?.unlocksAt ?? 0) - (oldOne?.createdAt ?? 0)).toBe(30 * DAY_MS);
    expect((newOne?.unlocksAt ?? 0) - (newOne?.createdAt ?? 0)).toBe(60 * DAY_MS);
    expect((await listTerms(pool.deps)).map(({ version }) => version)).toEqual([2, 1]);
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 1, action: 'terms.publish' });
    expect(lines[0]).toMatchObject({ subject: 'terms/2' });
  });

  it('refuses an investment once it is over', async () => {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '100');
    const terms = { ...TEST_TERMS, targetRatePpm: 10_000, startsAt: pool.clock.now() + DAY_MS };
    await publishTerms(pool.deps, { adminId, origin, terms });
    pool.advanceHours(24);
    const request = { userId: alice, currency: 'USDT' as const };
    await expectRefusal(pool, 'TERMS_CHANGED', () => invest(pool.deps, { ...request, termsVersion: 1 }));
    await invest(pool.deps, { ...request, termsVersion: 2 });
  });

  it('holds for an investment on a machine that is behind, when it was in force at the newest reward run', async () => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await pool.investor('alice', 'USDT', '100');
    const bob = await pool.signUp('bob');
    await pool.deposit(bob, 'USDT', '100');
    const clock = new ManualClock();
    const terms = { ...TEST_TERMS, targetRatePpm: 10_000, startsAt: pool.clock.now() + DAY_MS };
    await publishTerms(pool.deps, { adminId, origin, terms });
    const behind = { ...pool.withDatabase(connect()), clock };
    clock.advance(pool.clock.now() - clock.now() + DAY_MS - 1);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    expect(await invest(behind, { userId: bob, currency: 'USDT' })).toMatchObject({
      termsVersion: 2,
      createdAt: pool.clock.now(),
    });
  });

  it('does not begin before everyone could read it', async () => {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const terms = { ...TEST_TERMS, startsAt: pool.clock.now() + DAY_MS - 1 };
    await expectRefusal(pool, 'TERMS_START_TOO_SOON', () =>
      publishTerms(pool.deps, { adminId, origin, terms }),
    );
  });

  it.each([
    ['a rate above 5 % a day', { targetRatePpm: TERMS_LIMITS.targetRatePpmMax + 1 }],
    ['a term below 7 days', { termDays: TERMS_LIMITS.termDaysMin - 1 }],
    ['a term above 365 days', { termDays: TERMS_LIMITS.termDaysMax + 1 }],
    ['a minimum of nothing', { minimumMicro: { USDT: 0n, TRX: 1n } }],
    ['a smallest withdrawal of nothing', { withdrawalMinimumMicro: { USDT: 1n, TRX: 0n } }],
    [
      'a withdrawal fee above 5 USDT',
      {
        withdrawalFeeMicro: { USDT: 5_000_001n, TRX: 0n },
        withdrawalMinimumMicro: { USDT: micro('100'), TRX: micro('10') },
      },
    ],
    ['a withdrawal minimum above 100 USDT', { withdrawalMinimumMicro: { USDT: 100_000_001n, TRX: 1n } }],
    [
      'a withdrawal minimum above 1,000 TRX',
      { withdrawalMinimumMicro: { USDT: 1n, TRX: micro('999999999999') } },
    ],
    [
      'a higher fee of more than 5 % of it',
      { withdrawalFeeMicro: { USDT: micro('0.6'), TRX: micro('0.5') } },
    ],
    [
      'a lower minimum of which the fee is more than 5 %',
      { withdrawalMinimumMicro: { USDT: 999_999n, TRX: 1n } },
    ],
    ['referral rates above 20 % together', { referralRatesPpm: [100_000, 100_000, 1] as const }],
    ['a referral cap above 20 %', { referralCapPpm: 200_001 }],
  ])('is refused with %s, no matter which admin publishes it', async (_name, change) => {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const terms = { ...TEST_TERMS, ...change, startsAt: pool.clock.now() + 7 * DAY_MS };
    await expectRefusal(pool, 'TERMS_OUT_OF_BOUNDS', () =>
      publishTerms(pool.deps, { adminId, origin, terms }),
    );
    expect(await listTerms(pool.deps)).toHaveLength(1);
  });

  it('begins within a year', async () => {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    for (const startsAt of [pool.clock.now() + 365 * DAY_MS + 1, Number.MAX_SAFE_INTEGER])
      await expectRefusal(pool, 'TERMS_OUT_OF_BOUNDS', () =>
        publishTerms(pool.deps, { adminId, origin, terms: { ...TEST_TERMS, startsAt } }),
      );
  });

  it('takes seven days to make withdrawals dearer, also after a version to come that does', async () => {
    const firstTerms = { ...TEST_TERMS, withdrawalFeeMicro: { USDT: micro('0.05'), TRX: micro('0.5') } };
    const pool = await new TestPool((await open()).database, { firstTerms }).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const publish = (startsInMs: number, change: Partial<TermsValues>) =>
      publishTerms(pool.deps, {
        adminId,
        origin,
        terms: { ...firstTerms, ...change, startsAt: pool.clock.now() + startsInMs },
      });
    const dearer = { withdrawalMinimumMicro: { USDT: micro('2'), TRX: micro('10') } };
    await expectRefusal(pool, 'TERMS_START_TOO_SOON', () => publish(7 * DAY_MS - 1, dearer));
    await publish(7 * DAY_MS, dearer);
    await expectRefusal(pool, 'TERMS_START_TOO_SOON', () => publish(DAY_MS, dearer));
    await publish(DAY_MS, {});
  });

  it('keeps a fee and a minimum that an earlier limit allowed, and may lower them', async () => {
    const firstTerms = {
      ...TEST_TERMS,
      withdrawalFeeMicro: { USDT: micro('5'), TRX: micro('50') },
      withdrawalMinimumMicro: { USDT: micro('10'), TRX: micro('100') },
    };
    const pool = await new TestPool((await open()).database, { firstTerms }).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const startsAt = pool.clock.now() + DAY_MS;
    await publishTerms(pool.deps, { adminId, origin, terms: { ...firstTerms, termDays: 60, startsAt } });
    const lower = { ...firstTerms, withdrawalFeeMicro: { USDT: micro('4'), TRX: micro('40') } };
    await publishTerms(pool.deps, { adminId, origin, terms: { ...lower, startsAt } });
    expect(await listTerms(pool.deps)).toHaveLength(3);
  });

  describe('whose rate changes by more than half, where there are two admins,', () => {
    async function poolWithProposal() {
      const pool = await new TestPool((await open()).database).start();
      const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
      const { userId: otherId } = await createAdmin(pool.deps, 'second@example.org');
      const terms = { ...TEST_TERMS, targetRatePpm: 30_001, startsAt: pool.clock.now() + 2 * DAY_MS };
      const result = await publishTerms(pool.deps, { adminId, origin, terms });
      if (result.state !== 'proposed') throw new Error('The terms were published at once.');
      return { pool, adminId, otherId, terms, id: result.id };
    }

    it('waits for the other admin, who publishes it', async () => {
      const { pool, adminId, otherId, terms, id } = await poolWithProposal();
      expect(await findTermsProposal(pool.deps)).toMatchObject({ id, targetRatePpm: 30_001 });
      expect(await listTerms(pool.deps)).toHaveLength(1);
      await expectRefusal(pool, 'FORBIDDEN', () =>
        decideTermsProposal(pool.deps, { adminId, origin, id, decision: 'publish' }),
      );
      await expectRefusal(pool, 'TERMS_PROPOSAL_OPEN', () =>
        publishTerms(pool.deps, { adminId, origin, terms }),
      );
      await decideTermsProposal(pool.deps, { adminId: otherId, origin, id, decision: 'publish' });
      expect((await listTerms(pool.deps)).map(({ targetRatePpm }) => targetRatePpm)).toEqual([
        30_001, 20_000,
      ]);
      await expectRefusal(pool, 'NOT_FOUND', () =>
        decideTermsProposal(pool.deps, { adminId: otherId, origin, id, decision: 'publish' }),
      );
    });

    it('is not published after its notice has run out, and can be rejected by either admin', async () => {
      const { pool, adminId, otherId, id } = await poolWithProposal();
      pool.advanceHours(25);
      await expectRefusal(pool, 'TERMS_START_TOO_SOON', () =>
        decideTermsProposal(pool.deps, { adminId: otherId, origin, id, decision: 'publish' }),
      );
      await decideTermsProposal(pool.deps, { adminId, origin, id, decision: 'reject' });
      expect(await findTermsProposal(pool.deps)).toBeUndefined();
      expect(await listTerms(pool.deps)).toHaveLength(1);
    });

    it('is measured by that of another admin at the same moment, over two connections', async () => {
      const { database, connect } = await open();
      const pool = await new TestPool(database).start();
      const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
      const { userId: otherId } = await createAdmin(pool.deps, 'second@example.org');
      const startsAt = pool.clock.now() + 2 * DAY_MS;
      const beside = pool.withDatabase(connect());
      const publish = (deps: typeof beside, from: UserId, targetRatePpm: number) =>
        publishTerms(deps, { adminId: from, origin, terms: { ...TEST_TERMS, targetRatePpm, startsAt } });
      // Each is half of what was before, and a third or three times of the other one.
      const results = await overlap(
        pool.deps.db,
        () => publish(pool.deps, adminId, 30_000),
        () => publish(beside, otherId, 10_000),
      );
      expect(results).toMatchObject([{ value: { state: 'published' } }, { value: { state: 'proposed' } }]);
      expect(await listTerms(pool.deps)).toHaveLength(2);
    });

    it('is measured by the rate in force too, so that two steps within a day count as one', async () => {
      const pool = await new TestPool((await open()).database).start();
      const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
      await createAdmin(pool.deps, 'second@example.org');
      const publish = (targetRatePpm: number) => {
        const terms = { ...TEST_TERMS, targetRatePpm, startsAt: pool.clock.now() + DAY_MS };
        return publishTerms(pool.deps, { adminId, origin, terms });
      };
      expect(await publish(30_000)).toMatchObject({ state: 'published' });
      // More than twice the 20,000 in force, and half as much again as the 30,000 to come.
      const result = await publish(45_000);
      if (result.state !== 'proposed') throw new Error('The terms were published at once.');
      await decideTermsProposal(pool.deps, { adminId, origin, id: result.id, decision: 'reject' });
      pool.advanceHours(24);
      expect(await publish(45_000)).toMatchObject({ state: 'published' });
    });

    it('is published at once with a change of exactly half', async () => {
      const pool = await new TestPool((await open()).database).start();
      const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
      await createAdmin(pool.deps, 'second@example.org');
      const terms = { ...TEST_TERMS, targetRatePpm: 30_000, startsAt: pool.clock.now() + DAY_MS };
      expect(await publishTerms(pool.deps, { adminId, origin, terms })).toMatchObject({ state: 'published' });
    });
  });
});
