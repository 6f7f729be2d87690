// A pool with many users and ten transactions each in SQLite, with right books, written set by set: what the benches read.
import { DAY_MS } from '@glasspool/core';
import { poolAccount, rewardReserve, type TransferKind, USER_BALANCES } from '@glasspool/core/books';
import Sqlite from 'better-sqlite3';
import { accountPathSql, getClass, referenceSql, userPathSql } from './books-sql.ts';

const START = Date.UTC(2026, 0, 1);
/** Between two rows of the same kind; after the span they begin again. */
const STEP_MS = 75_000;
const SPAN_MS = 348 * DAY_MS;
/** Investments in a page of the reward run, as the product pays them. */
const PAGE = 1_000;
const ONE = 1_000_000n;

/** Rows per user: with the referral transfer, ten transactions. Amounts in whole USDT. */
const DEPOSITS = 4;
const INVESTMENTS = 2;
const WITHDRAWALS = 3;
const AMOUNT = { deposit: 100n, investment: 100n, withdrawal: 10n, reward: 2n, referral: 1n } as const;

/** Gigabytes of index pages are written in no order: those that do not fit are written and read again and again. */
const CACHE_KIB = 6 * 2 ** 20;

/** Fills a new, migrated database whose hot wallet and terms exist. Nothing else has it open: it is of no use after a crash. */
export function seedLargePool(file: string, users: number): void {
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = MEMORY');
  sqlite.pragma('synchronous = OFF');
  sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  const run = (statement: string): void => void sqlite.exec(statement);
  run('begin immediate');
  seedUsers(run, users);
  seedMovements(run, users);
  seedRewards(run, users);
  postTransfers(run, users);
  run(`insert into daily_total ${totals(users)}`);
  run('commit');
  run('analyze');
  sqlite.pragma('journal_mode = WAL');
  sqlite.close();
}

type Run = (statement: string) => void;

const numbers = (count: number): string =>
  `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n)`;
const id = (prefix: string, i: string): string => `'${prefix}_' || printf('%026d', ${i})`;
const at = (i: string): string => `${START} + (${i} * ${STEP_MS}) % ${SPAN_MS}`;
const getPages = (users: number): number => Math.ceil(users / PAGE);
const getPage = (i: string): string => `(${i} - 1) / ${PAGE} + 1`;
const micro = (amount: bigint): string => String(amount * ONE);

function seedUsers(run: Run, users: number): void {
  run(`insert into "user" (id, email, user_name, password_hash, role, referral_code, referred_by, locked_at, created_at)
    select ${id('usr', 'i')}, 'user' || i || '@example.org', 'user' || i, 'none', 'user', 'SEED' || i, null, null, ${at('i')}
    from ${numbers(users)}`);
  run(`insert into wallet (network, derivation_index, address, user_id, last_deposit_height)
    select 'BSC', i, '0x' || printf('%040d', i), ${id('usr', 'i')}, i from ${numbers(users)}`);
  run(`insert into wallet (network, derivation_index, address, user_id)
    select 'TRON', i, 'T' || printf('%033d', i), ${id('usr', 'i')} from ${numbers(users)}`);
  for (const name of ['wallet.derivationIndex', 'user.count'])
    run(
      `insert into counter values ('${name}', ${users}) on conflict (name) do update set value = excluded.value`,
    );
}

function seedMovements(run: Run, users: number): void {
  run(`insert into deposit (id, network, currency, tx_hash, log_index, entry, block_height, block_hash, address, user_id,
      amount_micro, dust_units, state, created_at, credited_at)
    select ${id('dep', 'i')}, 'BSC', 'USDT', '0x' || printf('%064d', i), 0, 'log/0', i, 'hash', '0x' || printf('%040d', (i - 1) % ${users} + 1),
      ${id('usr', `(i - 1) % ${users} + 1`)}, ${micro(AMOUNT.deposit)}, 0, 'credited', ${at('i')}, ${at('i')}
    from ${numbers(users * DEPOSITS)}`);
  run(`insert into investment
    select ${id('inv', 'i')}, ${id('usr', `(i - 1) % ${users} + 1`)}, 'USDT', 1, ${micro(AMOUNT.investment)},
      case when i <= ${users} then 'matured' else 'active' end, 0, 0, null, null, null, ${at('i')}, ${at('i')}
    from ${numbers(users * INVESTMENTS)}`);
  run(`insert into terms_principal
    select terms_version, currency, sum(principal_micro), count(*) from investment where state = 'active' group by 1, 2`);
  run(`insert into withdrawal (id, user_id, source, network, currency, address, amount_micro, fee_micro, state, tx_hash,
      created_at, approved_at, updated_at)
    select ${id('wdr', 'i')}, ${id('usr', `(i - 1) % ${users} + 1`)}, 'user', 'BSC', 'USDT', '0xpayee', ${micro(AMOUNT.withdrawal)}, 0,
      'confirmed', '0x' || printf('%064d', 1000000 + i), ${at('i')}, ${at('i')}, ${at('i')}
    from ${numbers(users * WITHDRAWALS)}`);
  run(`insert into outgoing (id, network, purpose, state, tx_hash, block_height, fee_micro, created_at, sent_at, paid_at, decided_at)
    select id, network, 'withdrawal', 'paid', tx_hash, 1, 0, created_at, created_at, updated_at, updated_at from withdrawal`);
  run(`insert into referral_transfer
    select ${id('rft', 'i')}, ${id('usr', 'i')}, 'USDT', ${micro(AMOUNT.referral)}, null, ${at('i')} from ${numbers(users)}`);
}

/** Root of a page whose rows no reader asks for. */
const PAGE_ROOT = 'ab'.repeat(32);

function seedRewards(run: Run, count: number): void {
  const users = BigInt(count);
  const paid = AMOUNT.reward * users;
  const referral = AMOUNT.referral * users;
  const total = micro(paid + referral);
  run(`insert into reward_run (id, currency, terms_version, state, run_at, due_until, investments, principal_micro, due_micro,
      referral_due_micro, share_ppb, referral_share_ppb, reserve_before_micro, fixed_micro, pages, paid_investments, paid_micro,
      referral_paid_micro, root, closed_at)
    values (${id('run', '1')}, 'USDT', 1, 'closed', ${START}, ${START}, ${count}, ${micro(AMOUNT.investment * users)}, ${micro(paid)},
      ${micro(referral)}, 1000000000, 1000000000, ${total}, ${total}, ${getPages(count)}, ${count}, ${micro(paid)}, ${micro(referral)}, '${PAGE_ROOT}', ${START})`);
  run(`insert into reward_page (run_id, page, rows, root)
    select ${id('run', '1')}, i, 0, '${PAGE_ROOT}' from ${numbers(getPages(count))}`);
  run(`insert into reward select ${id('inv', 'i')}, 1, ${id('usr', 'i')}, 'USDT', ${id('run', '1')}, ${getPage('i')}, ${micro(AMOUNT.reward)},
    ${micro(AMOUNT.reward)}, ${START} from ${numbers(count)}`);
  run(`insert into referral_reward select ${id('inv', 'i')}, 1, 1, ${id('usr', 'i')}, 'USDT', ${id('run', '1')}, ${getPage('i')},
    ${micro(AMOUNT.referral)}, ${micro(AMOUNT.referral)}, ${START} from ${numbers(count)}`);
}

const POOL_ACCOUNTS = [
  poolAccount('chain/custody', 'USDT'),
  poolAccount('pool/ownFunds', 'USDT'),
  rewardReserve(1, 'USDT'),
  poolAccount('pool/rewardsPayable', 'USDT'),
  poolAccount('chain/inFlight', 'USDT'),
];

interface Posted {
  readonly from: string;
  readonly where?: string;
  readonly reference: string;
  readonly kind: TransferKind;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
}

const CUSTODY = accountPathSql('chain/custody');
const IN_FLIGHT = accountPathSql('chain/inFlight');

/** Every kind of transfer, with the rows that caused it: which account it takes from and which it gives to. */
const POSTED: readonly Posted[] = [
  {
    from: 'deposit',
    reference: referenceSql('deposit', { network: `'BSC'`, txHash: 'tx_hash', logIndex: `'0'` }),
    kind: 'deposit',
    debit: CUSTODY,
    credit: userPathSql('wallet'),
    amount: AMOUNT.deposit,
  },
  {
    from: 'investment',
    reference: referenceSql('investment', { investmentId: 'id' }),
    kind: 'investment',
    debit: userPathSql('wallet'),
    credit: userPathSql('invested'),
    amount: AMOUNT.investment,
  },
  {
    from: 'investment',
    where: `where state = 'matured'`,
    reference: referenceSql('maturity', { investmentId: 'id' }),
    kind: 'maturity',
    debit: userPathSql('invested'),
    credit: userPathSql('withdrawable'),
    amount: AMOUNT.investment,
  },
  {
    from: 'referral_transfer',
    reference: referenceSql('referral-transfer', { id: 'id' }),
    kind: 'referral-transfer',
    debit: userPathSql('referral'),
    credit: userPathSql('withdrawable'),
    amount: AMOUNT.referral,
  },
  {
    from: 'withdrawal',
    reference: referenceSql('withdrawal-hold', { withdrawalId: 'id' }),
    kind: 'withdrawal-hold',
    debit: userPathSql('withdrawable'),
    credit: userPathSql('onHold'),
    amount: AMOUNT.withdrawal,
  },
  {
    from: 'withdrawal',
    reference: referenceSql('withdrawal-sign', { withdrawalId: 'id' }),
    kind: 'withdrawal-sign',
    debit: IN_FLIGHT,
    credit: CUSTODY,
    amount: AMOUNT.withdrawal,
  },
  {
    from: 'withdrawal',
    reference: referenceSql('withdrawal', { withdrawalId: 'id' }),
    kind: 'withdrawal',
    debit: userPathSql('onHold'),
    credit: IN_FLIGHT,
    amount: AMOUNT.withdrawal,
  },
];

function postTransfers(run: Run, users: number): void {
  openAccounts(run);
  postReserve(run, users);
  for (const posted of POSTED) post(run, posted);
  run(`create temp table seed_balance as
    select account_id, sum(amount_micro) as sum_micro from posting group by account_id`);
  run('create unique index temp.seed_balance_idx on seed_balance (account_id)');
  run(`update account set balance_micro = coalesce(
    (select sum_micro from seed_balance where account_id = account.id), 0)`);
  run('drop table seed_balance');
}

function openAccounts(run: Run): void {
  for (const { path, accountClass, guarded } of POOL_ACCOUNTS)
    run(
      `insert into account values ('${path}:USDT', '${path}', 'USDT', '${accountClass}', null, ${guarded ? 1 : 0}, 0)
        on conflict (id) do nothing`,
    );
  for (const name of USER_BALANCES)
    run(`insert into account select ${userPathSql(name, 'id')} || ':USDT', ${userPathSql(name, 'id')}, 'USDT',
      '${getClass(name)}', id, 1, 0 from "user" where id like 'usr_0%'`);
}

/** The operator's deposit, the funding of the reserve, and the one reward run that pays it all out. */
function postReserve(run: Run, users: number): void {
  const total = micro((AMOUNT.reward + AMOUNT.referral) * BigInt(users));
  const [custody, ownFunds, reserve, payable] = POOL_ACCOUNTS.map(({ path }) => `${path}:USDT`);
  const move = (kind: TransferKind, reference: string, from?: string, to?: string): void => {
    run(`insert into transfer (reference, kind, created_at) values (${reference}, '${kind}', ${START})`);
    run(`insert into posting select id, '${from}', -${total} from transfer where reference = ${reference}
      union all select id, '${to}', ${total} from transfer where reference = ${reference}`);
  };
  const runId = id('run', '1');
  move(
    'operator-deposit',
    referenceSql('operator-deposit', { network: `'BSC'`, txHash: `'0xseed'`, logIndex: `'0'` }),
    custody,
    ownFunds,
  );
  move('reserve-funding', referenceSql('reserve-funding', { fundingId: `'fnd_seed'` }), ownFunds, reserve);
  move('reward-run', referenceSql('reward-run', { runId }), reserve, payable);
  const page = (number: string): string => referenceSql('reward-page', { runId, page: number });
  run(`insert into transfer (reference, kind, created_at)
    select ${page('i')}, 'reward-page', ${START} from ${numbers(getPages(users))}`);
  run(`insert into posting select t.id, '${payable}', -${micro(AMOUNT.reward + AMOUNT.referral)} * count(*)
    from reward cross join transfer t where t.reference = ${page('page')} group by t.id`);
  for (const [table, name, amount] of [
    ['reward', 'withdrawable', AMOUNT.reward],
    ['referral_reward', 'referral', AMOUNT.referral],
  ] as const)
    run(`insert into posting select t.id, ${userPathSql(name)} || ':USDT', ${micro(amount)}
      from ${table} cross join transfer t where t.reference = ${page('page')}`);
}

function post(run: Run, posted: Posted): void {
  const { from, where = '', reference, kind, debit, credit, amount } = posted;
  const rows = `select ${reference} as reference, ${debit} || ':USDT' as debit, ${credit} || ':USDT' as credit from ${from} ${where}`;
  run(
    `insert into transfer (reference, kind, created_at) select reference, '${kind}', ${START} from (${rows})`,
  );
  run(`insert into posting select t.id, r.debit, -${micro(amount)} from (${rows}) r join transfer t on t.reference = r.reference
    union all select t.id, r.credit, ${micro(amount)} from (${rows}) r join transfer t on t.reference = r.reference`);
}

function totals(users: number): string {
  const day = (column: string): string => `${column} / 86400000`;
  const group = (kind: string, table: string, column: string, amount: string, where = ''): string =>
    `select '${kind}', currency, ${day(column)}, sum(${amount}), count(*) from ${table} ${where} group by 2, 3`;
  return [
    group('deposit', 'deposit', 'credited_at', 'amount_micro'),
    group('withdrawal', 'withdrawal', 'updated_at', 'amount_micro'),
    group('request', 'withdrawal', 'created_at', 'amount_micro'),
    group('investment', 'investment', 'created_at', 'principal_micro'),
    group('maturity', 'investment', 'unlocks_at', 'principal_micro', "where state = 'matured'"),
    group('reward', 'reward_run', 'run_at', 'paid_micro + referral_paid_micro'),
    `select 'funding', 'USDT', ${day(String(START))}, ${micro((AMOUNT.reward + AMOUNT.referral) * BigInt(users))}, 1`,
  ].join(' union all ');
}
