// Users, their deposit addresses, sign-up, sessions, two-factor authentication and outgoing mail.
import { type AnyDatabase, isSqlite, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await createUsers(db);
  await createSignUp(db);
  await createTwoFactors(db);
  await createPasskeys(db);
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
      ${flag('allowlist_only', 0)},
      -- Language of mails to the user.
      language text not null default 'en' constraint user_language check (language in ('en', 'es'))
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
      -- 1 for an address that received coins for fees; some may be left on it.
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
      ip_address text,
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

async function createTwoFactors(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table two_factor (
      user_id text not null constraint two_factor_pk primary key
        constraint two_factor_user references "user" (id),
      -- Encrypted under a key of the server, bound to the user.
      secret_box text not null,
      created_at {integer} not null,
      -- Null until the first correct code: an unfinished enrollment protects nothing.
      confirmed_at {integer},
      -- Time step of the last accepted code, so that no code works twice.
      last_step {integer} not null default 0
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

/** Passkeys (WebAuthn Level 3), and the challenges that they have answered. */
async function createPasskeys(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table passkey (
      id text not null constraint passkey_pk primary key,
      user_id text not null constraint passkey_user references "user" (id),
      -- Base64url, as the browser encodes it.
      credential_id text not null constraint passkey_credential unique,
      public_key text not null,
      -- Signature counter; stays 0 for passkeys that are synced between devices.
      sign_count {integer} not null constraint passkey_sign_count check (sign_count >= 0),
      -- JSON list of the transports by which browsers reach the authenticator.
      transports text not null,
      name text not null,
      created_at {integer} not null,
      last_used_at {integer},
      -- Time at which the counter went backwards; the passkey is refused from then on.
      copied_at {integer}
    ) {strict}`,
  );
  await run(db, 'create index passkey_user_idx on passkey (user_id)');
  await run(
    db,
    `create table passkey_answer (
      challenge_hash text not null constraint passkey_answer_pk primary key,
      user_id text not null constraint passkey_answer_user references "user" (id),
      answered_at {integer} not null,
      -- Time at which an action used an answer that was given in a session.
      used_at {integer}
    ) {strict}`,
  );
  await run(db, 'create index passkey_answer_over_idx on passkey_answer (answered_at)');
  await run(db, 'create index passkey_answer_open_idx on passkey_answer (user_id) where used_at is null');
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
      sent_at {integer},
      -- The mail is not delivered after this time: a code or link in it has expired.
      expires_at {integer},
      given_up_at {integer},
      -- Last answer of the mail server, or the reason why the mail was given up.
      failure text
    ) {strict}`,
  );
  await run(
    db,
    'create index mail_waiting_idx on mail (next_try_at) where sent_at is null and given_up_at is null',
  );
  await run(db, 'create index mail_given_up_idx on mail (given_up_at) where given_up_at is not null');
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
