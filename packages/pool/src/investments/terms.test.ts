// Goal: new terms hold for new investments only, from the day that was published, and nobody invests under terms they were not shown.
import { DAY_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { listAdminActions } from '../audit/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, TEST_TERMS, TestPool } from '../testing/index.ts';
import { createAdmin } from '../users/index.ts';
import { getCurrentTerms, invest, listInvestments, listTerms, publishTerms } from './index.ts';

const origin = { address: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('terms', (open) => {
  it('hold from their day on, for new investments only', async () => {
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
    expect(await publishTerms(pool.deps, { adminId, origin, terms })).toMatchObject({
      state: 'published',
      terms: { version: 2, ...terms },
    });
    expect((await getCurrentTerms(pool.deps.db.read, pool.clock.now())).version).toBe(1);
    pool.advanceHours(24);
    expect((await getCurrentTerms(pool.deps.db.read, pool.clock.now())).version).toBe(2);
    await pool.fundReserve('USDT', '1000');
    const bob = await pool.investor('bob', 'USDT', '100');
    pool.advanceHours(24);
    await runRewards(pool.deps);
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

  it('refuse an investment under a version that is over', async () => {
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

  it('cannot begin before everybody could read them', async () => {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const terms = { ...TEST_TERMS, startsAt: pool.clock.now() + DAY_MS - 1 };
    await expectRefusal(pool, 'TERMS_START_TOO_SOON', () =>
      publishTerms(pool.deps, { adminId, origin, terms }),
    );
  });
});
