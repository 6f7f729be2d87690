// Users with one investment each, every one of them invited by another, so that a run pays three levels of referral rewards.
import { poolAccount } from '@glasspool/core/books';
import type { Database } from '@glasspool/db';
import { getClass, idSql, userPathSql } from './books-sql.ts';
import { onConnection, type Run } from './reward-stores.ts';

const DAY_MS = 86_400_000;
/** Of these, one invited the next; then a new chain starts. */
const CHAIN = 1_000;
const PRINCIPAL_MICRO = 100_000_000;
/** Length of the term. */
const TERM_DAYS = 30;

/**
 * Fills a new, migrated database whose terms exist: `investments` of 100 USDT that were made over `days`, each due for one
 * reward within the day before `dueAt`. Balances are as after deposits, without the transfers that made them.
 */
export async function seedInvestors(database: Database, investors: Investors): Promise<void> {
  await onConnection(database, (run) => write(run, investors));
}

interface Investors {
  readonly investments: number;
  readonly days: number;
  readonly dueAt: number;
}

async function write(run: Run, { investments, days, dueAt }: Investors): Promise<void> {
  const numbers = `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${investments}) select i from n)`;
  await run('begin');
  await run(`insert into "user" (id, email, user_name, password_hash, role, referral_code, referred_by, created_at)
    select ${idSql('usr', 'i')}, 'user' || i || '@example.org', 'user' || i, 'none', 'user', 'SEED' || i,
      case when i % ${CHAIN} = 1 then null else ${idSql('usr', '(i - 1)')} end, 0 from ${numbers}`);
  // Made one after the other, and due at their own time of the day.
  const createdAt = `${dueAt} - ${(days + 1) * DAY_MS} + i * ${Math.floor((days * DAY_MS) / investments)}`;
  const age = `((${dueAt} - (${createdAt})) / ${DAY_MS})`;
  await run(`insert into investment (id, user_id, currency, terms_version, principal_micro, state, rewarded_micro, rewarded_days,
      next_reward_at, created_at, unlocks_at)
    select ${idSql('inv', 'i')}, ${idSql('usr', 'i')}, 'USDT', 1, ${PRINCIPAL_MICRO}, 'active', 0, ${age} - 1,
      ${createdAt} + ${age} * ${DAY_MS}, ${createdAt}, ${createdAt} + ${TERM_DAYS * DAY_MS} from ${numbers}`);
  await run(`insert into terms_principal (terms_version, currency, principal_micro, investments)
    select 1, 'USDT', sum(principal_micro), count(*) from investment`);
  const invested = userPathSql('invested');
  await run(`insert into account (id, path, currency, account_class, user_id, guarded, balance_micro)
    select ${invested} || ':USDT', ${invested}, 'USDT', '${getClass('invested')}', user_id, 1, principal_micro from investment`);
  const custody = poolAccount('chain/custody', 'USDT').path;
  await run(`insert into account (id, path, currency, account_class, guarded, balance_micro)
    values ('${custody}:USDT', '${custody}', 'USDT', '${custody}', 0, ${-PRINCIPAL_MICRO * investments})`);
  await run('commit');
  await run('analyze');
}
