// A pool with 100,000 users and 1,000,000 transactions in SQLite, with right books, written set by set: what the benches read.
import type { Database } from '@glasspool/db';
import { sql } from 'kysely';

const USERS = 100_000;
const START = Date.UTC(2026, 0, 1);
/** Between two rows of the same kind; a year holds them all. */
const STEP_MS = 75_000;
const ONE = 1_000_000n;

/** What each user did, per user; together 10 transactions. Amounts in whole USDT. */
const DEPOSITS = 4;
const INVESTMENTS = 2;
const WITHDRAWALS = 3;
const AMOUNT = { deposit: 100n, investment: 100n, withdrawal: 10n, reward: 2n, referral: 1n } as const;

/** Fills a new, migrated database whose treasury and terms exist. */
export async function seedLargePool(database: Database): Promise<void> {
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(database.untyped());
  await run('begin immediate');
  await seedUsers(run);
  await seedMovements(run);
  await seedRewards(run);
  await postTransfers(run);
  await run(`insert into daily_total ${totals()}`);
  await run('commit');
  await run('analyze');
}

type Run = (statement: string) => Promise<unknown>;

const numbers = (count: number): string =>
  `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n)`;
const id = (prefix: string, i: string): string => `'${prefix}_' || printf('%026d', ${i})`;
const at = (i: string): string => `${START} + ${i} * ${STEP_MS}`;
const micro = (amount: bigint): string => String(amount * ONE);

async function seedUsers(run: Run): Promise<void> {
  await run(`insert into "user" (id, email, user_name, password_hash, role, referral_code, referred_by, locked_at, created_at)
    select ${id('usr', 'i')}, 'user' || i || '@example.org', 'user' || i, 'none', 'user', 'SEED' || i, null, null, ${at('i')}
    from ${numbers(USERS)}`);
  await run(`insert into wallet (network, derivation_index, address, user_id, last_deposit_height)
    select 'BSC', i, '0x' || printf('%040d', i), ${id('usr', 'i')}, i from ${numbers(USERS)}`);
  await run(`insert into wallet (network, derivation_index, address, user_id)
    select 'TRON', i, 'T' || printf('%033d', i), ${id('usr', 'i')} from ${numbers(USERS)}`);
}

async function seedMovements(run: Run): Promise<void> {
  await run(`insert into deposit (id, network, currency, tx_hash, log_index, block_height, block_hash, address, user_id,
      amount_micro, dust_units, state, created_at, credited_at)
    select ${id('dep', 'i')}, 'BSC', 'USDT', '0x' || printf('%064d', i), 0, i, 'hash', '0x' || printf('%040d', (i - 1) % ${USERS} + 1),
      ${id('usr', `(i - 1) % ${USERS} + 1`)}, ${micro(AMOUNT.deposit)}, 0, 'credited', ${at('i')}, ${at('i')}
    from ${numbers(USERS * DEPOSITS)}`);
  await run(`insert into investment
    select ${id('inv', 'i')}, ${id('usr', `(i - 1) % ${USERS} + 1`)}, 'USDT', 1, ${micro(AMOUNT.investment)},
      case when i <= ${USERS} then 'matured' else 'active' end, 0, 0, null, ${at('i')}, ${at('i')}
    from ${numbers(USERS * INVESTMENTS)}`);
  await run(`insert into withdrawal
    select ${id('wdr', 'i')}, ${id('usr', `(i - 1) % ${USERS} + 1`)}, 'BSC', 'USDT', '0xpayee', ${micro(AMOUNT.withdrawal)}, 0,
      'confirmed', null, null, '0x' || printf('%064d', 1000000 + i), ${at('i')}, ${at('i')}, 'user'
    from ${numbers(USERS * WITHDRAWALS)}`);
  await run(`insert into referral_transfer
    select ${id('rft', 'i')}, ${id('usr', 'i')}, 'USDT', ${micro(AMOUNT.referral)}, null, ${at('i')} from ${numbers(USERS)}`);
}

async function seedRewards(run: Run): Promise<void> {
  const users = BigInt(USERS);
  const paid = AMOUNT.reward * users;
  const referral = AMOUNT.referral * users;
  await run(`insert into reward_run values (${id('run', '1')}, 'USDT', ${START}, ${USERS}, ${micro(AMOUNT.investment * users)},
    ${micro(paid)}, ${micro(paid)}, ${micro(referral)}, ${micro(referral)}, 20000000, 20000000, ${micro(paid + referral)}, 0)`);
  await run(`insert into reward select ${id('inv', 'i')}, 1, ${id('usr', 'i')}, 'USDT', ${id('run', '1')}, ${micro(AMOUNT.reward)},
    ${micro(AMOUNT.reward)}, ${START} from ${numbers(USERS)}`);
  await run(`insert into referral_reward select ${id('inv', 'i')}, 1, 1, ${id('usr', 'i')}, 'USDT', ${id('run', '1')},
    ${micro(AMOUNT.referral)}, ${micro(AMOUNT.referral)}, ${START} from ${numbers(USERS)}`);
}

interface Posted {
  readonly from: string;
  readonly where?: string;
  readonly reference: string;
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
}

const user = (name: string): string => `'user/' || user_id || '/${name}'`;

/** Every kind of transfer, with the rows that caused it: which account it takes from and which it gives to. */
const POSTED: readonly Posted[] = [
  {
    from: 'deposit',
    reference: `'deposit/BSC/' || tx_hash || '/0'`,
    kind: 'deposit',
    debit: `'chain/custody'`,
    credit: user('wallet'),
    amount: AMOUNT.deposit,
  },
  {
    from: 'investment',
    reference: `'investment/' || id`,
    kind: 'investment',
    debit: user('wallet'),
    credit: user('invested'),
    amount: AMOUNT.investment,
  },
  {
    from: 'investment',
    where: `where state = 'matured'`,
    reference: `'maturity/' || id`,
    kind: 'maturity',
    debit: user('invested'),
    credit: user('withdrawable'),
    amount: AMOUNT.investment,
  },
  {
    from: 'reward',
    reference: `'reward/' || investment_id || '/' || day`,
    kind: 'reward',
    debit: `'pool/reserve'`,
    credit: user('withdrawable'),
    amount: AMOUNT.reward,
  },
  {
    from: 'referral_reward',
    reference: `'referral-reward/' || investment_id || '/' || day || '/' || level`,
    kind: 'referral-reward',
    debit: `'pool/reserve'`,
    credit: user('referral'),
    amount: AMOUNT.referral,
  },
  {
    from: 'referral_transfer',
    reference: `'referral-transfer/' || id`,
    kind: 'referral-transfer',
    debit: user('referral'),
    credit: user('withdrawable'),
    amount: AMOUNT.referral,
  },
  {
    from: 'withdrawal',
    reference: `'withdrawal/' || id || '/hold'`,
    kind: 'withdrawal-hold',
    debit: user('withdrawable'),
    credit: user('withdrawing'),
    amount: AMOUNT.withdrawal,
  },
  {
    from: 'withdrawal',
    reference: `'withdrawal/' || id || '/sign'`,
    kind: 'withdrawal-sign',
    debit: `'chain/transit'`,
    credit: `'chain/custody'`,
    amount: AMOUNT.withdrawal,
  },
  {
    from: 'withdrawal',
    reference: `'withdrawal/' || id || '/confirm'`,
    kind: 'withdrawal',
    debit: user('withdrawing'),
    credit: `'chain/transit'`,
    amount: AMOUNT.withdrawal,
  },
];

async function postTransfers(run: Run): Promise<void> {
  const reserve = micro((AMOUNT.reward + AMOUNT.referral) * BigInt(USERS));
  const guarded = `case when path like 'chain/%' then 0 else 1 end`;
  await run(`insert into account select path || ':USDT', path, 'USDT', ${guarded}, 0 from (
      select 'chain/custody' as path union select 'chain/transit' union select 'pool/reserve' union select 'pool/surplus'
      union all select 'user/' || id || '/' || name from "user" cross join (
        select 'wallet' as name union select 'invested' union select 'withdrawable' union select 'referral' union select 'withdrawing')
      where id like 'usr_0%')`);
  await run(`insert into transfer (reference, kind, created_at) values ('deposit/seed', 'deposit', ${START}),
    ('reserve-funding/seed', 'reserve-funding', ${START})`);
  await run(`insert into posting select id, 'chain/custody:USDT', -${reserve} from transfer where reference = 'deposit/seed'
    union all select id, 'pool/surplus:USDT', ${reserve} from transfer where reference = 'deposit/seed'
    union all select id, 'pool/surplus:USDT', -${reserve} from transfer where reference = 'reserve-funding/seed'
    union all select id, 'pool/reserve:USDT', ${reserve} from transfer where reference = 'reserve-funding/seed'`);
  for (const posted of POSTED) await post(run, posted);
  await run(`create temp table seed_balance as
    select account_id, sum(amount_micro) as sum_micro from posting group by account_id`);
  await run('create unique index temp.seed_balance_idx on seed_balance (account_id)');
  await run(`update account set balance_micro = coalesce(
    (select sum_micro from seed_balance where account_id = account.id), 0)`);
  await run('drop table seed_balance');
}

async function post(run: Run, posted: Posted): Promise<void> {
  const { from, where = '', reference, kind, debit, credit, amount } = posted;
  const rows = `select ${reference} as reference, ${debit} || ':USDT' as debit, ${credit} || ':USDT' as credit from ${from} ${where}`;
  await run(
    `insert into transfer (reference, kind, created_at) select reference, '${kind}', ${START} from (${rows})`,
  );
  await run(`insert into posting select t.id, r.debit, -${micro(amount)} from (${rows}) r join transfer t on t.reference = r.reference
    union all select t.id, r.credit, ${micro(amount)} from (${rows}) r join transfer t on t.reference = r.reference`);
}

function totals(): string {
  const day = (column: string): string => `${column} / 86400000`;
  const group = (kind: string, table: string, column: string, amount: string, where = ''): string =>
    `select '${kind}', currency, ${day(column)}, sum(${amount}), count(*) from ${table} ${where} group by 2, 3`;
  return [
    group('deposit', 'deposit', 'credited_at', 'amount_micro'),
    group('withdrawal', 'withdrawal', 'updated_at', 'amount_micro'),
    group('investment', 'investment', 'created_at', 'principal_micro'),
    group('maturity', 'investment', 'unlocks_at', 'principal_micro', "where state = 'matured'"),
    group('reward', 'reward_run', 'run_at', 'paid_micro + referral_paid_micro'),
    `select 'reserve-funding', 'USDT', ${day(String(START))}, ${micro((AMOUNT.reward + AMOUNT.referral) * BigInt(USERS))}, 1`,
  ].join(' union all ');
}
