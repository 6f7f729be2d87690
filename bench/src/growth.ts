// `npm run bench -- growth --sizes=10000,100000,1000000` measures calls of users and of the back office on large pools in SQLite, each
// beside the same call in the smallest of them in the same run: what a call costs follows its own work, and not the history of others.

import { sendMail } from '@glasspool/pool/mail';
import { settle } from '@glasspool/pool/outgoing';
import { examinePool, readGauges } from '@glasspool/server/operations';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { type Caller, signIn } from './caller.ts';
import { IS_SHORT, measureMiddle, printFigure, printHead } from './figure.ts';
import { openLargePool } from './large-pool.ts';

const ROUNDS = 25;
/** The middle of the history that the seed writes. */
const DEEP = `${Date.UTC(2026, 5, 22)}~id`;
const SIZES_DEFAULT = IS_SHORT ? '5000,20000' : '10000,100000';

interface Callers {
  readonly user: Caller;
  readonly admin: Caller;
  readonly deps: TestPoolWithSnapshots['deps'];
}

const CALLS: readonly (readonly [string, (callers: Callers) => Promise<unknown>])[] = [
  ['anyone: figures of the pool', ({ user }) => user.transparency.getPoolFigures()],
  ['anyone: public list', ({ user }) => user.transactions.listPublicTransactions()],
  [
    'anyone: public list from a cursor',
    ({ user }) => user.transactions.listPublicTransactions({ cursor: DEEP }),
  ],
  ['anyone: reward runs', ({ user }) => user.transparency.listPayouts()],
  ['anyone: sources of the reserve', ({ user }) => user.transparency.listReserveSources()],
  ['user: wallets', ({ user }) => user.wallets.listWallets()],
  ['user: history', ({ user }) => user.transactions.listUserTransactions()],
  [
    'user: history by type, currency and day',
    ({ user }) =>
      user.transactions.listUserTransactions({ type: 'daily_payout', currency: 'USDT', from: '2026-06-01' }),
  ],
  ['user: balances of 30 days', ({ user }) => user.wallets.listDailyBalances({ currency: 'USDT' })],
  ['user: limits of a withdrawal', ({ user }) => user.withdrawals.getWithdrawalLimits()],
  ['user: investments', ({ user }) => user.investments.listInvestments()],
  ['user: people invited', ({ user }) => user.referrals.listReferrals()],
  ['user: profile', ({ user }) => user.auth.getMe()],
  ['user: withdrawal allowlist', ({ user }) => user.allowlist.getAllowlist()],
  ['user: sessions', ({ user }) => user.users.listSessions()],
  ['admin: history', ({ admin }) => admin.transactions.listAdminTransactions()],
  ['admin: history from a cursor', ({ admin }) => admin.transactions.listAdminTransactions({ cursor: DEEP })],
  [
    'admin: history of a currency, under way',
    ({ admin }) => admin.transactions.listAdminTransactions({ currency: 'TRX', outcome: 'open' }),
  ],
  [
    'admin: history of a currency from a day on',
    ({ admin }) => admin.transactions.listAdminTransactions({ currency: 'TRX', from: '2026-06-01' }),
  ],
  [
    'admin: history that failed',
    ({ admin }) => admin.transactions.listAdminTransactions({ outcome: 'failed' }),
  ],
  [
    'admin: history of a user',
    ({ admin }) => admin.transactions.listAdminTransactions({ search: 'user4711@example.org' }),
  ],
  [
    'admin: history of an address',
    ({ admin }) =>
      admin.transactions.listAdminTransactions({ search: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }),
  ],
  [
    'admin: history of a hash',
    ({ admin }) => admin.transactions.listAdminTransactions({ search: `0x${'ab'.repeat(32)}` }),
  ],
  ['admin: actions on a record', ({ admin }) => admin.audit.listAdminActions({ subject: 'usr_1' })],
  ['admin: staff', ({ admin }) => admin.users.listStaff()],
  ['admin: users', ({ admin }) => admin.users.listUsers()],
  ['admin: a search for a user', ({ admin }) => admin.users.listUsers({ search: 'user4711' })],
  ['admin: investments', ({ admin }) => admin.investments.listAllInvestments()],
  [
    'admin: investments of a currency',
    ({ admin }) => admin.investments.listAllInvestments({ currency: 'TRX' }),
  ],
  [
    'admin: investments that matured',
    ({ admin }) => admin.investments.listAllInvestments({ state: 'matured' }),
  ],
  ['admin: reviews', ({ admin }) => admin.withdrawals.listReviews()],
  ['admin: notices', ({ admin }) => admin.notices.listNotices()],
  ['admin: totals', ({ admin }) => admin.transactions.getDepositsTotal()],
  ['admin: figures by day', ({ admin }) => admin.transactions.listDailyFigures({ days: 30 })],
  ['admin: audit log', ({ admin }) => admin.audit.listAdminActions()],
  ['operator: gauges of /metrics', ({ deps }) => readGauges(deps)],
  ['operator: doctor', ({ deps }) => examinePool(deps)],
  ['worker: mail, while none waits', ({ deps }) => sendMail(deps)],
  ['worker: settle, while nothing is open', ({ deps }) => settle(deps, 'BSC')],
];

function getCallers(pool: TestPoolWithSnapshots): Callers {
  return {
    deps: pool.deps,
    user: signIn(pool.deps, `usr_${'42'.padStart(26, '0')}`, 'user'),
    admin: signIn(pool.deps, 'usr_admin', 'admin'),
  };
}

async function measureSize(users: number): Promise<number[]> {
  await using database = await openLargePool(users);
  const pool = new TestPoolWithSnapshots(database);
  pool.clock.advance(Date.UTC(2026, 11, 14) - pool.clock.now());
  const callers = getCallers(pool);
  // Code that has not run yet is slower, whatever the size.
  for (const [, call] of CALLS) await measureMiddle(ROUNDS, () => call(callers));
  const times: number[] = [];
  for (const [, call] of CALLS) times.push(await measureMiddle(ROUNDS, () => call(callers)));
  return times;
}

const given = process.argv.find((argument) => argument.startsWith('--sizes='))?.slice('--sizes='.length);
const sizes = (given ?? SIZES_DEFAULT).split(',').map(Number);
const measured: number[][] = [];
for (const users of sizes) measured.push(await measureSize(users));
const [smallest = []] = measured;
printHead();
for (const [index, users] of sizes.entries())
  if (index > 0)
    for (const [row, [name]] of CALLS.entries())
      printFigure({
        name: `${name}, ${users} users beside ${sizes[0]}`,
        measured: measured[index]?.[row] ?? Number.NaN,
        baseline: smallest[row] ?? Number.NaN,
        unit: 'ms',
      });
