// Users, their deposit addresses, sign-up, sessions, second factors and outgoing mail.
import { type AnyDatabase, isSqlite, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await createUsers(db);
  await createSignUp(db);
  await createSecondFactors(db);
  await createMail(db);
}

async function createUsers(db: AnyDatabase): Promise<void> {
  const flag = (name: string, value: 0 | 1): string =>
    `${name} {integer} not null default ${value} constraint user_${name} check (${name} in (0, 1))`;
  await run(
    db,
    `create table "user" (
      id text not null constraint user_pk primary key,
      email text not null constraint user_email unique,
      user_name text not null,
      password_hash text not null,
      role text not null constraint user_role check (role in ('user', 'admin', 'auditor')),
      referral_code text not null constraint user_referral_code unique,
      referred_by text constraint user_referred_by references "user" (id),
      locked_at {integer},
      lock_reason text,
      created_at {integer} not null,
      ${flag('email_alerts', 1)},
      ${flag('marketing_emails', 0)},
      ${flag('must_change_password', 0)},
      ${flag('pays_listed_only', 0)}
    ) {strict}`,
  );
  await run(db, 'create index user_referred_by_idx on "user" (referred_by) where referred_by is not null');
  await run(db, 'create index user_time_idx on "user" (created_at, id)');
  // In the order of bytes, so that a search for a beginning is a range whatever the language of the database.
  const inBytes = isSqlite(db) ? '' : ' collate "C"';
  await run(db, `create index user_email_search_idx on "user" ((lower(email)${inBytes}))`);
  await run(db, `create index user_name_search_idx on "user" ((lower(user_name)${inBytes}))`);
  await run(db, `create index user_staff_idx on "user" (role) where role <> 'user'`);
  // Index 0 of both networks is the hot wallet; users start at 1. An index is never handed out twice.
  await run(
    db,
    `create table wallet (
      network text not null constraint wallet_network check (network in ('BSC', 'TRON')),
      derivation_index {integer} not null,
      address text not null constraint wallet_address unique,
      user_id text constraint wallet_user references "user" (id),
      last_deposit_height {integer} not null default 0,
      swept_height {integer} not null default 0,
      -- 1 for an address that coins for fees were sent to; some of them may be left there
      has_gas {integer} not null default 0,
      constraint wallet_pk primary key (network, derivation_index),
      constraint wallet_user_network unique (user_id, network)
    ) {strict}`,
  );
  await run(
    db,
    'create index wallet_to_sweep_idx on wallet (network, derivation_index) where last_deposit_height > swept_height',
  );
  await run(db, 'create index wallet_gas_idx on wallet (network, derivation_index) where has_gas = 1');
  await run(
    db,
    `create table session (
      id text not null constraint session_pk primary key,
      user_id text not null constraint session_owner references "user" (id),
      created_at {integer} not null,
      last_seen_at {integer} not null,
      expires_at {integer} not null,
      ended_at {integer},
      address text,
      user_agent text
    ) {strict}`,
  );
  await run(db, 'create index session_user_idx on session (user_id)');
  await run(db, 'create index session_over_idx on session ((coalesce(ended_at, expires_at)))');
}

async function createSignUp(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table sign_up_code (
      id {identity},
      email text not null,
      number {integer} not null,
      code_hmac text not null,
      tries_left {integer} not null constraint sign_up_code_tries check (tries_left >= 0),
      created_at {integer} not null,
      expires_at {integer} not null,
      used_at {integer},
      constraint sign_up_code_email_number unique (email, number)
    ) {strict}`,
  );
  await run(db, 'create index sign_up_code_over_idx on sign_up_code (expires_at)');
  await run(
    db,
    `create table sign_up_token (
      token_hash text not null constraint sign_up_token_pk primary key,
      email text not null,
      expires_at {integer} not null,
      used_at {integer}
    ) {strict}`,
  );
  await run(
    db,
    `create table password_reset (
      token_hash text not null constraint password_reset_pk primary key,
      user_id text not null constraint password_reset_user references "user" (id),
      created_at {integer} not null,
      expires_at {integer} not null,
      used_at {integer}
    ) {strict}`,
  );
  await run(db, 'create index sign_up_token_over_idx on sign_up_token (expires_at)');
  await run(db, 'create index password_reset_user_idx on password_reset (user_id, created_at)');
  await run(db, 'create index password_reset_over_idx on password_reset (expires_at)');
  await run(
    db,
    `create table login_failure (
      subject text not null constraint login_failure_pk primary key,
      failures {integer} not null constraint login_failure_count check (failures >= 0),
      last_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index login_failure_over_idx on login_failure (last_at)');
}

async function createSecondFactors(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table second_factor (
      user_id text not null constraint second_factor_pk primary key
        constraint second_factor_user references "user" (id),
      -- encrypted under a key of the server, bound to the user
      secret_box text not null,
      created_at {integer} not null,
      -- null until the first code was right: an unfinished enrollment protects nothing
      confirmed_at {integer},
      -- time step of the last accepted code, so that none works twice
      last_step {integer} not null default 0,
      -- failed attempts since the last accepted code
      tries {integer} not null default 0,
      last_try_at {integer} not null default 0
    ) {strict}`,
  );
  await run(
    db,
    `create table recovery_code (
      user_id text not null constraint recovery_code_user references "user" (id),
      code_hash text not null,
      used_at {integer},
      constraint recovery_code_pk primary key (user_id, code_hash)
    ) {strict}`,
  );
}

async function createMail(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table mail (
      id text not null constraint mail_pk primary key,
      recipient text not null,
      subject text not null,
      text text,
      html text,
      tries {integer} not null,
      next_try_at {integer} not null,
      created_at {integer} not null,
      sent_at {integer}
    ) {strict}`,
  );
  await run(db, 'create index mail_unsent_idx on mail (next_try_at) where sent_at is null');
  await run(db, 'create index mail_sent_idx on mail (sent_at) where sent_at is not null');
  // Mailbox of the local networks. Elsewhere it stays empty.
  await run(
    db,
    `create table mailbox_message (
      id text not null constraint mailbox_message_pk primary key,
      recipient text not null,
      subject text not null,
      text text not null,
      html text not null,
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index mailbox_message_recipient_idx on mailbox_message (recipient, id)');
}
