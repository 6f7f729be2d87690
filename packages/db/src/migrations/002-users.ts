// Users, their wallets, sign-up, sessions and outgoing mail (decisions.md 4 and 7).
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
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
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index user_referred_by_idx on "user" (referred_by) where referred_by is not null');
  // Index 0 of both networks is the treasury; users start at 1. An index is never handed out twice.
  await run(
    db,
    `create table wallet (
      network text not null constraint wallet_network check (network in ('BSC', 'TRON')),
      derivation_index {integer} not null,
      address text not null constraint wallet_address unique,
      user_id text constraint wallet_user references "user" (id),
      constraint wallet_pk primary key (network, derivation_index),
      constraint wallet_user_network unique (user_id, network)
    ) {strict}`,
  );
  await run(
    db,
    `create table session (
      id text not null constraint session_pk primary key,
      user_id text not null constraint session_owner references "user" (id),
      created_at {integer} not null,
      last_seen_at {integer} not null,
      expires_at {integer} not null,
      ended_at {integer}
    ) {strict}`,
  );
  await run(db, 'create index session_user_idx on session (user_id)');
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
  await run(db, 'create index password_reset_user_idx on password_reset (user_id, created_at)');
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
  // The local networks' mailbox. Elsewhere it stays empty.
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
}
