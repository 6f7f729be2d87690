// `npm run bench -- back-office` measures what the back office asks of a pool with 100,000 users and 1,000,000 transactions in SQLite,
// beside a read of every deposit on the same machine in the same run, and prints the query plans of the history.
import { COUNTED_MAX } from '@glasspool/core';
import { pageOfKeys } from '@glasspool/records/transactions';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { sql } from 'kysely';
import { signIn } from './caller.ts';
import { measureMiddle, printFigure, printHead } from './figure.ts';
import { openLargePool } from './large-pool.ts';

const ROUNDS = 15;
/** The middle of the history that the seed writes. */
const DEEP_AT = Date.UTC(2026, 5, 22);
const DEEP = `${DEEP_AT}~id`;
await using database = await openLargePool();
const pool = new TestPoolWithSnapshots(database);
pool.clock.advance(Date.UTC(2026, 11, 14) - pool.clock.now());
const call = signIn(pool.deps, 'usr_admin', 'admin');
const history = (input: Parameters<typeof call.transactions.listAdminTransactions>[0]) => () =>
  call.transactions.listAdminTransactions(input);

/** Every call of the dashboard, but for the balances that the chains are asked for. */
const dashboard = (): Promise<unknown> =>
  Promise.all([
    call.transparency.getPoolFigures(),
    call.books.listReconciliations(),
    call.withdrawals.listReviews(),
    call.notices.listNotices(),
    call.sweeps.findNewestSweep(),
    call.transactions.getDepositsTotal(),
    call.transactions.getWithdrawalsTotal(),
    call.transactions.getInvestmentsTotal(),
    call.users.listUsers({ limit: 1 }),
    call.transactions.listDailyFigures({ days: 30 }),
  ]);

const baselineMs = await measureMiddle(ROUNDS, () =>
  sql`select sum(amount_micro), count(distinct user_id) from deposit`.execute(database.read),
);
const WORK: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['dashboard, all of its calls', dashboard],
  ['history, page 1', history({ page: 1, limit: 20 })],
  ['history, the last page with a number', history({ page: COUNTED_MAX / 20, limit: 20 })],
  ['history, a page deep in it by its cursor', history({ cursor: DEEP, limit: 20 })],
  ['history, withdrawals, page 1', history({ page: 1, limit: 20, type: 'withdrawal' })],
  ['history, deposits, deep by a cursor', history({ cursor: DEEP, limit: 20, type: 'deposit' })],
  ['history, oldest first, deep by a cursor', history({ cursor: DEEP, limit: 20, order: 'oldest' })],
  ['users, page 1', () => call.users.listUsers({ page: 1, limit: 20 })],
  ['users, a search', () => call.users.listUsers({ page: 1, limit: 20, search: 'user4711' })],
  ['investments, page 1', () => call.investments.listAllInvestments({ page: 1, limit: 20 })],
];
printHead();
for (const [name, work] of WORK)
  printFigure({
    name: `${name}, beside a read of all deposits`,
    measured: await measureMiddle(ROUNDS, work),
    baseline: baselineMs,
    unit: 'ms',
  });
for (const [name, after] of [
  ['page 1', undefined],
  ['a page deep in it', { createdAt: DEEP_AT, id: '' }],
] as const) {
  const plan = sql<{
    detail: string;
  }>`explain query plan ${pageOfKeys({ order: 'newest', page: 1, limit: 20, after })}`;
  const { rows } = await plan.execute(database.read);
  process.stdout.write(`\nquery plan of ${name}:\n${rows.map(({ detail }) => `  ${detail}`).join('\n')}\n`);
}
