// Terms, investments and reward runs (decisions.md 3).
import { type AnyDatabase, makeAppendOnly, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table terms (
      version {integer} not null constraint terms_pk primary key,
      target_rate_ppm {integer} not null constraint terms_rate check (target_rate_ppm between 0 and 1000000),
      term_days {integer} not null constraint terms_days check (term_days > 0),
      minimum_usdt_micro {integer} not null constraint terms_minimum_usdt check (minimum_usdt_micro > 0),
      minimum_trx_micro {integer} not null constraint terms_minimum_trx check (minimum_trx_micro > 0),
      referral_level1_ppm {integer} not null constraint terms_referral1 check (referral_level1_ppm between 0 and 1000000),
      referral_level2_ppm {integer} not null constraint terms_referral2 check (referral_level2_ppm between 0 and 1000000),
      referral_level3_ppm {integer} not null constraint terms_referral3 check (referral_level3_ppm between 0 and 1000000),
      published_at {integer} not null
    ) {strict}`,
  );
  await makeAppendOnly(db, 'terms');
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
      unlocks_at {integer} not null,
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index investment_user_idx on investment (user_id, created_at)');
  await run(
    db,
    'create index investment_due_idx on investment (currency, next_reward_at) where next_reward_at is not null',
  );
  await run(db, "create index investment_active_idx on investment (unlocks_at) where state = 'active'");
  await run(
    db,
    `create table reward_run (
      id text not null constraint reward_run_pk primary key,
      currency text not null constraint reward_run_currency check (currency in ('USDT', 'TRX')),
      run_at {integer} not null,
      investments {integer} not null,
      principal_micro {integer} not null,
      due_micro {integer} not null,
      paid_micro {integer} not null,
      referral_due_micro {integer} not null,
      referral_paid_micro {integer} not null,
      target_rate_ppb {integer} not null,
      effective_rate_ppb {integer} not null,
      reserve_before_micro {integer} not null,
      reserve_after_micro {integer} not null constraint reward_run_reserve check (reserve_after_micro >= 0),
      constraint reward_run_paid check (
        paid_micro between 0 and due_micro
        and referral_paid_micro between 0 and referral_due_micro
        and reserve_before_micro - paid_micro - referral_paid_micro = reserve_after_micro
      )
    ) {strict}`,
  );
  await run(db, 'create index reward_run_time_idx on reward_run (run_at)');
  await makeAppendOnly(db, 'reward_run');
  await run(
    db,
    `create table reward (
      investment_id text not null constraint reward_investment references investment (id),
      day {integer} not null constraint reward_day check (day > 0),
      user_id text not null,
      currency text not null,
      run_id text not null constraint reward_reward_run references reward_run (id),
      due_micro {integer} not null,
      paid_micro {integer} not null constraint reward_paid check (paid_micro between 0 and due_micro),
      created_at {integer} not null,
      constraint reward_pk primary key (investment_id, day)
    ) {strict}`,
  );
  await run(db, 'create index reward_run_idx on reward (run_id)');
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
      due_micro {integer} not null,
      paid_micro {integer} not null constraint referral_reward_paid check (paid_micro between 0 and due_micro),
      created_at {integer} not null,
      constraint referral_reward_pk primary key (investment_id, day, level),
      constraint referral_reward_reward foreign key (investment_id, day) references reward (investment_id, day)
    ) {strict}`,
  );
  await run(db, 'create index referral_reward_user_idx on referral_reward (user_id, created_at)');
  await run(db, 'create index referral_reward_run_idx on referral_reward (run_id)');
  await makeAppendOnly(db, 'referral_reward');
  await run(
    db,
    `create table referral_transfer (
      id text not null constraint referral_transfer_pk primary key,
      user_id text not null constraint referral_transfer_user references "user" (id),
      currency text not null,
      amount_micro {integer} not null constraint referral_transfer_amount check (amount_micro > 0),
      investment_id text constraint referral_transfer_investment references investment (id),
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index referral_transfer_user_idx on referral_transfer (user_id, created_at)');
  await makeAppendOnly(db, 'referral_transfer');
}
