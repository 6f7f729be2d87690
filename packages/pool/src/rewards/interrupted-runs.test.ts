// Goal: wherever a reward run stops and whichever process resumes it, every reward is paid once, the totals are exact and the remainder is back in
// the reserve. Method: seven investments of four users with three levels of inviters, in pages of two, with a reserve that is short, so
// that shares round; a kill before every statement; one or two processes; what people do meanwhile; both databases.
import { formatAmount, type UserId } from '@glasspool/core';
import { imbalance } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { verifyBooks } from '../books/index.ts';
import { invest } from '../investments/index.ts';
import { readBooks, TestPool } from '../testing/index.ts';
import { requestWithdrawal } from '../withdrawals/index.ts';
import { listRewardRuns, runRewards } from './index.ts';

const currency = 'USDT';
/** `npm run check:long` kills before every single statement. */
const KILL_EVERY = Number(process.env['KILL_EVERY'] ?? 13);
const PAGES = { collected: 2, paid: 2 };
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

interface Fixture {
  readonly pool: TestPool;
  readonly users: readonly UserId[];
}

/** Alice invited bob, bob invited carol, carol invited dave; seven investments; 3/7 of what is due in the reserve. */
async function fill(pool: TestPool): Promise<Fixture> {
  const users: UserId[] = [];
  for (const name of ['alice', 'bob', 'carol', 'dave']) users.push(await pool.signUp(name, users.at(-1)));
  for (const [index, userId] of [...users, ...users.slice(1)].entries()) {
    await pool.deposit(userId, currency, `${100 + index * 11}.${index}00007`);
    await invest(pool.deps, { userId, currency });
  }
  await pool.fundReserve(currency, '7.000001');
  pool.advanceHours(24);
  return { pool, users };
}

/** Everything that a run writes that does not depend on random ids. */
async function getOutcome({ pool, users }: Fixture): Promise<unknown> {
  const { read } = pool.deps.db;
  const { runs } = await listRewardRuns(pool.deps, { page: 1, limit: 10 });
  const accounts = await read
    .selectFrom('account')
    .select(['userId', 'accountClass', 'balanceMicro'])
    .where('currency', '=', currency)
    .where('balanceMicro', '!=', 0n)
    .execute();
  const rows = await read.selectFrom('reward').select(['userId', 'day', 'paidMicro']).execute();
  const referrals = await read
    .selectFrom('referralReward')
    .select(['userId', 'level', 'paidMicro'])
    .execute();
  const getName = (userId: UserId | null): number => (userId === null ? -1 : users.indexOf(userId));
  const sorted = (lines: string[]): string[] => lines.toSorted();
  return {
    runs: runs.map(
      ({ paidMicro, referralPaidMicro, reserveBeforeMicro, reserveAfterMicro, investments, state }) => ({
        paidMicro,
        referralPaidMicro,
        reserveBeforeMicro,
        reserveAfterMicro,
        investments,
        state,
      }),
    ),
    accounts: sorted(accounts.map((one) => `${getName(one.userId)} ${one.accountClass} ${one.balanceMicro}`)),
    rows: sorted(rows.map((one) => `${getName(one.userId)} ${one.day} ${one.paidMicro}`)),
    referrals: sorted(referrals.map((one) => `${getName(one.userId)} ${one.level} ${one.paidMicro}`)),
  };
}

async function expectBalanceSheet(pool: TestPool): Promise<void> {
  expect(imbalance(await getPosition(pool.deps.db.read, currency))).toBe(0n);
  expect(await verifyBooks(pool.deps)).toEqual([]);
}

describeEachDatabase('a reward run', (open) => {
  /** Result of a run that was never interrupted. */
  async function undisturbed(): Promise<unknown> {
    const fixture = await fill(await new TestPool((await open()).database).start());
    await runRewards(fixture.pool.deps, PAGES);
    const outcome = await getOutcome(fixture);
    const [run] = (await listRewardRuns(fixture.pool.deps, { page: 1, limit: 10 })).runs;
    // The fixture is one in which rounding leaves something, and inviters get something.
    expect(run?.referralPaidMicro).toBeGreaterThan(0n);
    expect(formatAmount(run?.reserveAfterMicro ?? 0n)).toMatch(/^0\.0000(0[1-9]|[1-9]\d)$/);
    return outcome;
  }

  it('ends as one that was never killed when killed again and again, a statement later each time', async () => {
    const expected = await undisturbed();
    const { database, connectStoppable } = await open();
    const fixture = await fill(await new TestPool(database).start());
    const failing = connectStoppable();
    let statement = 1;
    let kills = 0;
    for (let isOver = false; !isOver; statement += 1) {
      // Each restart lives a statement longer: every statement of every step is once the last.
      failing.stopBefore(statement);
      isOver = await runRewards(fixture.pool.withDatabase(failing.database), PAGES).then(
        () => true,
        () => false,
      );
      failing.resume();
      if (!isOver) kills += 1;
      await expectBalanceSheet(fixture.pool);
    }
    expect(kills).toBeGreaterThan(20);
    expect(await getOutcome(fixture)).toEqual(expected);
  });

  it('is ended by another process when killed once, at one of many moments', async () => {
    const expected = await undisturbed();
    for (let statement = 1; ; statement += KILL_EVERY) {
      const { database, connectStoppable } = await open();
      const fixture = await fill(await new TestPool(database).start());
      const failing = connectStoppable();
      failing.stopBefore(statement);
      const isStopped = await runRewards(fixture.pool.withDatabase(failing.database), PAGES).then(
        () => false,
        () => true,
      );
      await expectBalanceSheet(fixture.pool);
      await runRewards(fixture.pool.deps, PAGES);
      expect(await getOutcome(fixture)).toEqual(expected);
      if (!isStopped) break;
    }
  });

  it('is paid once by four at a time over two connections', async () => {
    const expected = await undisturbed();
    const { database, connect } = await open();
    const fixture = await fill(await new TestPool(database).start());
    const second = fixture.pool.withDatabase(connect());
    const closed = await Promise.all(
      [fixture.pool.deps, second, fixture.pool.deps, second].map((deps, index) =>
        // Processes of two versions may take pages of different sizes.
        runRewards(deps, index === 3 ? { collected: 3, paid: 1 } : PAGES),
      ),
    );
    // Pitfall: the daily job runs twice
    expect(closed.flat()).toHaveLength(1);
    await expectBalanceSheet(fixture.pool);
    expect(await getOutcome(fixture)).toEqual(expected);
  });

  it('holds no one up: people deposit, invest and withdraw between its pages, and the sheet balances each time', async () => {
    const { database, connectStoppable } = await open();
    const fixture = await fill(await new TestPool(database).start());
    const { pool, users } = fixture;
    const failing = connectStoppable();
    let whileOpen = 0;
    for (let statement = 1, isOver = false; !isOver; statement += 7) {
      failing.stopBefore(statement);
      isOver = await runRewards(pool.withDatabase(failing.database), PAGES).then(
        () => true,
        () => false,
      );
      failing.resume();
      const userId = users[statement % users.length] ?? 'usr_none';
      await pool.deposit(userId, currency, '60');
      if (statement % 2 === 0) await invest(pool.deps, { userId, currency });
      else {
        await releaseWallet(pool.deps, { userId, currency });
        const amountMicro = micro('2');
        await requestWithdrawal(pool.deps, {
          userId,
          currency,
          address: OUTSIDE,
          amountMicro,
          idempotencyKey: `k${statement}`,
        });
      }
      const { rewardsPayableMicro } = await getPosition(pool.deps.db.read, currency);
      if (rewardsPayableMicro > 0n) whileOpen += 1;
      await expectBalanceSheet(pool);
    }
    // Some of this happened while rewards were fixed and not all paid.
    expect(whileOpen).toBeGreaterThan(2);
    const { runs } = await listRewardRuns(pool.deps, { page: 1, limit: 10 });
    expect(runs).toMatchObject([{ investments: 7, state: 'closed' }]);
  });

  it('leaves nothing for the next one once it is closed', async () => {
    const fixture = await fill(await new TestPool((await open()).database).start());
    await runRewards(fixture.pool.deps, PAGES);
    const before = await readBooks(fixture.pool);
    expect(await runRewards(fixture.pool.deps, PAGES)).toEqual([]);
    expect(await readBooks(fixture.pool)).toEqual(before);
  });
});
