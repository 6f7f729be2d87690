// The rows of one reward run as a person would write them by hand: set by set, in one transaction, without roots and without a way to go
// on after a stop. What the run is measured beside.
import { poolAccount, rewardReserve, type TransferKind, transfers } from '@glasspool/core/books';
import type { Database } from '@glasspool/db';
import { getClass, referenceSql, userPathSql } from './books-sql.ts';
import { onConnection, type Run } from './reward-stores.ts';

/** Investments per page of the run (packages/pool/src/rewards/run-rewards.ts). */
const PAGE = 1_000;
const RUN = "'run_baseline'";
const CREDITS = [
  ['withdrawable', 'reward'],
  ['referral', 'referral_reward'],
] as const;

/** Writes every row that a run at `runAt` writes; amounts by the same integer divisions. */
export async function writeSameRows(database: Database, runAt: number): Promise<void> {
  await onConnection(database, (run) => write(run, runAt));
}

async function write(run: Run, runAt: number): Promise<void> {
  await run('begin');
  await run(`create temp table due as
    select id as investment_id, user_id, rewarded_days + 1 as day, principal_micro * 20000 / 1000000 as due_micro,
      (row_number() over (order by next_reward_at, id) - 1) / ${PAGE} + 1 as page
    from investment where currency = 'USDT' and terms_version = 1 and next_reward_at <= ${runAt}`);
  await run(`create temp table chain as
    select due.*, l0.referred_by as user1, l1.referred_by as user2, l2.referred_by as user3
    from due join "user" l0 on l0.id = due.user_id left join "user" l1 on l1.id = l0.referred_by
      left join "user" l2 on l2.id = l1.referred_by where l0.referred_by is not null`);
  await run(`insert into reward_run (id, currency, terms_version, state, run_at, due_until)
    values (${RUN}, 'USDT', 1, 'collecting', ${runAt}, ${runAt})`);
  await run(
    `insert into reward select investment_id, day, user_id, 'USDT', ${RUN}, page, due_micro, due_micro * 2 / 3, ${runAt} from due`,
  );
  for (const [level, percent] of [5, 3, 1].entries())
    await run(`insert into referral_reward
      select investment_id, day, ${level + 1}, user${level + 1}, 'USDT', ${RUN}, page, due_micro * ${percent} / 180,
        due_micro * ${percent} / 180 * 2 / 3, ${runAt} from chain where user${level + 1} is not null`);
  await postPages(run, runAt);
  await run(`update investment set rewarded_micro = rewarded_micro + (select paid_micro from reward
      where investment_id = investment.id and day = investment.rewarded_days + 1),
    next_reward_at = created_at + (rewarded_days + 2) * 86400000, rewarded_days = rewarded_days + 1
    where id in (select investment_id from due)`);
  await run(
    `insert into reward_page select ${RUN}, page, count(*), 'root' from reward where run_id = ${RUN} group by page`,
  );
  await run('commit');
}

async function postPages(run: Run, runAt: number): Promise<void> {
  const payable = `'${poolAccount('pool/rewardsPayable', 'USDT').path}:USDT'`;
  const reserve = `'${rewardReserve(1, 'USDT').path}:USDT'`;
  const { kind: pageKind } = transfers.rewardPage('run_baseline', 1);
  const page = referenceSql(pageKind, { runId: RUN, page: 'page' });
  const perPage = `select page, sum(paid_micro) as sum_micro from (select page, paid_micro from reward where run_id = ${RUN}
    union all select page, paid_micro from referral_reward where run_id = ${RUN}) group by page`;
  for (const [name, table] of CREDITS) {
    const path = userPathSql(name);
    await run(`insert into account (id, path, currency, account_class, user_id, guarded, balance_micro)
      select ${path} || ':USDT', ${path}, 'USDT', '${getClass(name)}', user_id, 1, sum(paid_micro) from ${table}
      where run_id = ${RUN} group by user_id order by 1
      on conflict (id) do update set balance_micro = account.balance_micro + excluded.balance_micro`);
  }
  await run(`insert into account select ${payable}, replace(${payable}, ':USDT', ''), 'USDT', replace(${payable}, ':USDT', ''), null, 1, 0
    where not exists (select 1 from account where id = ${payable})`);
  await run(
    `insert into transfer (reference, kind, created_at) select ${page}, '${pageKind}', ${runAt} from (${perPage})`,
  );
  await run(
    `insert into posting select t.id, ${payable}, -sum_micro from (${perPage}) p join transfer t on t.reference = ${page}`,
  );
  for (const [name, table] of CREDITS)
    await run(`insert into posting select t.id, ${userPathSql(name)} || ':USDT', sum(paid_micro)
      from ${table} join transfer t on t.reference = ${page}
      where run_id = ${RUN} and paid_micro > 0 group by t.id, user_id`);
  for (const step of ['fix', 'remainder'] as const) {
    const taken = { runId: 'run_baseline', termsVersion: 1, currency: 'USDT', amountMicro: 1n } as const;
    const { kind, reference }: { kind: TransferKind; reference: string } =
      step === 'fix' ? transfers.fixRewardRun(taken) : transfers.returnRemainder(taken);
    await run(
      `insert into transfer (reference, kind, created_at) values ('${reference}', '${kind}', ${runAt})`,
    );
    const [from, to] = step === 'fix' ? [reserve, payable] : [payable, reserve];
    await run(`insert into posting select id, ${from}, -1 from transfer where reference = '${reference}'`);
    await run(`insert into posting select id, ${to}, 1 from transfer where reference = '${reference}'`);
  }
}
