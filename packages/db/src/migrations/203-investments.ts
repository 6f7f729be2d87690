// Terms, investments and reward runs (docs/books.md).
import { type AnyDatabase, isSqlite, makeAppendOnly, run } from './helpers.ts';

/** Columns of one version of the terms, published or proposed. */
const TERMS_COLUMNS = `
  target_rate_ppm {integer} not null constraint {table}_rate check (target_rate_ppm between 0 and 50000),
  term_days {integer} not null constraint {table}_days check (term_days between 7 and 365),
  minimum_usdt_micro {integer} not null constraint {table}_minimum_usdt check (minimum_usdt_micro > 0),
  minimum_trx_micro {integer} not null constraint {table}_minimum_trx check (minimum_trx_micro > 0),
  withdrawal_minimum_usdt_micro {integer} not null constraint {table}_withdrawal_usdt check (withdrawal_minimum_usdt_micro > 0),
  withdrawal_minimum_trx_micro {integer} not null constraint {table}_withdrawal_trx check (withdrawal_minimum_trx_micro > 0),
  withdrawal_fee_usdt_micro {integer} not null constraint {table}_fee_usdt check (withdrawal_fee_usdt_micro >= 0),
  withdrawal_fee_trx_micro {integer} not null constraint {table}_fee_trx check (withdrawal_fee_trx_micro >= 0),
  referral_level1_ppm {integer} not null constraint {table}_referral1 check (referral_level1_ppm between 0 and 1000000),
  referral_level2_ppm {integer} not null constraint {table}_referral2 check (referral_level2_ppm between 0 and 1000000),
  referral_level3_ppm {integer} not null constraint {table}_referral3 check (referral_level3_ppm between 0 and 1000000),
  referral_cap_ppm {integer} not null constraint {table}_referral_cap check (referral_cap_ppm between 0 and 1000000),
  starts_at {integer} not null`;

export async function up(db: AnyDatabase): Promise<void> {
  await createTerms(db);
  await createInvestments(db);
  await createRuns(db);
  await createRewards(db);
  await protectClosedRuns(db);
  // One index per currency, for a filter that names it: an index that begins with the currency would be used for other queries too.
  for (const table of ['investment', 'referral_transfer', 'wallet_release'])
    for (const currency of ['USDT', 'TRX'])
      await run(
        db,
        `create index ${table}_${currency.toLowerCase()}_idx on ${table} (created_at, id) where currency = '${currency}'`,
      );
}

async function createTerms(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table terms (
      version {integer} not null constraint terms_pk primary key,
      ${TERMS_COLUMNS.replaceAll('{table}', 'terms')},
      published_at {integer} not null
    ) {strict}`,
  );
  await makeAppendOnly(db, 'terms');
  // A change of rate by more than half waits here for a second admin.
  await run(
    db,
    `create table terms_proposal (
      id text not null constraint terms_proposal_pk primary key,
      ${TERMS_COLUMNS.replaceAll('{table}', 'terms_proposal')},
      proposed_by text not null constraint terms_proposal_admin references "user" (id),
      state text not null constraint terms_proposal_state check (state in ('open', 'published', 'rejected')),
      decided_by text constraint terms_proposal_decider references "user" (id),
      created_at {integer} not null,
      decided_at {integer},
      constraint terms_proposal_second_admin check (state <> 'published' or decided_by <> proposed_by)
    ) {strict}`,
  );
  await run(db, "create unique index terms_proposal_one_open on terms_proposal (state) where state = 'open'");
  // Principal at work under a version, kept in the transaction that changes it.
  await run(
    db,
    `create table terms_principal (
      terms_version {integer} not null constraint terms_principal_terms references terms (version),
      currency text not null constraint terms_principal_currency check (currency in ('USDT', 'TRX')),
      principal_micro {integer} not null constraint terms_principal_amount check (principal_micro >= 0),
      investments {integer} not null constraint terms_principal_investments check (investments >= 0),
      constraint terms_principal_pk primary key (terms_version, currency)
    ) {strict}`,
  );
}

async function createInvestments(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table investment (
      id text not null constraint investment_pk primary key,
      user_id text not null constraint investment_user references "user" (id),
      currency text not null constraint investment_currency check (currency in ('USDT', 'TRX')),
      terms_version {integer} not null constraint investment_terms references terms (version),
      principal_micro {integer} not null constraint investment_principal check (principal_micro > 0),
      state text not null constraint investment_state check (state in ('active', 'matured')),
      rewarded_days {integer} not null constraint investment_days check (rewarded_days >= 0),
      rewarded_micro {integer} not null constraint investment_rewarded check (rewarded_micro >= 0),
      next_reward_at {integer},
      -- Days between the two times earn no reward: the chain reversed the deposit behind the investment.
      paused_at {integer},
      resumed_at {integer},
      unlocks_at {integer} not null,
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index investment_user_idx on investment (user_id, created_at)');
  await run(db, 'create index investment_feed_idx on investment (created_at, id)');
  await run(
    db,
    'create index investment_due_idx on investment (currency, terms_version, next_reward_at, id) where next_reward_at is not null',
  );
  await run(
    db,
    "create index investment_mature_idx on investment (unlocks_at, id) where state = 'active' and next_reward_at is null",
  );
  for (const [table, column] of [
    [
      'referral_transfer',
      'investment_id text constraint referral_transfer_investment references investment (id),',
    ],
    ['wallet_release', ''],
  ] as const) {
    await run(
      db,
      `create table ${table} (
        id text not null constraint ${table}_pk primary key,
        user_id text not null constraint ${table}_user references "user" (id),
        currency text not null,
        amount_micro {integer} not null constraint ${table}_amount check (amount_micro > 0),
        ${column}
        created_at {integer} not null
      ) {strict}`,
    );
    await run(db, `create index ${table}_user_idx on ${table} (user_id, created_at)`);
    await run(db, `create index ${table}_feed_idx on ${table} (created_at, id)`);
    await makeAppendOnly(db, table);
  }
}

async function createRuns(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table reward_run (
      id text not null constraint reward_run_pk primary key,
      currency text not null constraint reward_run_currency check (currency in ('USDT', 'TRX')),
      terms_version {integer} not null constraint reward_run_terms references terms (version),
      state text not null constraint reward_run_state check (state in ('collecting', 'fixing', 'paying', 'closed')),
      run_at {integer} not null,
      -- The run contains investments due until this time, less than a day after the first, so that each occurs once.
      due_until {integer} not null,
      -- Last investment that the run collected.
      cursor_at {integer},
      cursor_id text,
      investments {integer} not null default 0,
      principal_micro {integer} not null default 0,
      due_micro {integer} not null default 0,
      referral_due_micro {integer} not null default 0,
      share_ppb {integer} constraint reward_run_share check (share_ppb between 0 and 1000000000),
      referral_share_ppb {integer} constraint reward_run_referral_share check (referral_share_ppb between 0 and 1000000000),
      reserve_before_micro {integer},
      fixed_micro {integer},
      pages {integer} not null default 0,
      paid_investments {integer} not null default 0,
      paid_micro {integer} not null default 0,
      referral_paid_micro {integer} not null default 0,
      root text,
      closed_at {integer},
      constraint reward_run_paid check (
        paid_micro between 0 and due_micro and referral_paid_micro between 0 and referral_due_micro
        and paid_micro + referral_paid_micro <= coalesce(fixed_micro, 0)
        and coalesce(fixed_micro, 0) <= coalesce(reserve_before_micro, 0)
      ),
      constraint reward_run_closed check (
        state <> 'closed' or (root is not null and closed_at is not null and paid_investments = investments)
      )
    ) {strict}`,
  );
  await run(
    db,
    "create unique index reward_run_one_open on reward_run (currency, terms_version) where state <> 'closed'",
  );
  await run(db, 'create index reward_run_feed_idx on reward_run (run_at, id)');
  await run(
    db,
    "create index reward_run_last_idx on reward_run (currency, terms_version, run_at) where state = 'closed'",
  );
  // Root of the rows of each page; the run's root is that of its pages (RFC 6962).
  await run(
    db,
    `create table reward_page (
      run_id text not null constraint reward_page_run references reward_run (id),
      page {integer} not null,
      rows {integer} not null,
      root text not null,
      constraint reward_page_pk primary key (run_id, page)
    ) {strict}`,
  );
  await makeAppendOnly(db, 'reward_page');
}

async function createRewards(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table reward (
      investment_id text not null constraint reward_investment references investment (id),
      day {integer} not null constraint reward_day check (day > 0),
      user_id text not null,
      currency text not null,
      run_id text not null constraint reward_reward_run references reward_run (id),
      page {integer} not null,
      due_micro {integer} not null,
      paid_micro {integer} not null constraint reward_paid check (paid_micro between 0 and due_micro),
      created_at {integer} not null,
      constraint reward_pk primary key (investment_id, day)
    ) {strict}`,
  );
  await run(db, 'create index reward_page_idx on reward (run_id, page)');
  await run(db, 'create index reward_user_idx on reward (user_id, created_at)');
  await makeAppendOnly(db, 'reward');
  await run(
    db,
    `create table referral_reward (
      investment_id text not null,
      day {integer} not null,
      level {integer} not null constraint referral_reward_level check (level between 1 and 3),
      user_id text not null constraint referral_reward_user references "user" (id),
      currency text not null,
      run_id text not null constraint referral_reward_run references reward_run (id),
      page {integer} not null,
      due_micro {integer} not null,
      paid_micro {integer} not null constraint referral_reward_paid check (paid_micro between 0 and due_micro),
      created_at {integer} not null,
      constraint referral_reward_pk primary key (investment_id, day, level),
      constraint referral_reward_reward foreign key (investment_id, day) references reward (investment_id, day)
    ) {strict}`,
  );
  await run(db, 'create index referral_reward_page_idx on referral_reward (run_id, page)');
  await run(db, 'create index referral_reward_user_idx on referral_reward (user_id, created_at)');
  await makeAppendOnly(db, 'referral_reward');
}

/** Refuses every change of a run that is closed, and the removal of any. */
async function protectClosedRuns(db: AnyDatabase): Promise<void> {
  if (isSqlite(db)) {
    await run(
      db,
      `create trigger reward_run_is_final before update on reward_run when old.state = 'closed'
       begin select raise(abort, 'reward_run: a closed run is final'); end`,
    );
    await run(
      db,
      `create trigger reward_run_no_delete before delete on reward_run
       begin select raise(abort, 'reward_run: a run is never deleted'); end`,
    );
    return;
  }
  await run(
    db,
    `create function reward_run_is_final() returns trigger language plpgsql as $$
     begin
       if tg_op = 'DELETE' or old.state = 'closed' then raise exception 'reward_run: a closed run is final'; end if;
       return new;
     end $$`,
  );
  await run(
    db,
    `create trigger reward_run_is_final before update or delete on reward_run
     for each row execute function reward_run_is_final()`,
  );
}
