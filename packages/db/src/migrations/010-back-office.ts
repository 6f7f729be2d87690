// What the people who run a pool work with (decisions.md 6): notices, the result of the last reconciliation, second factors,
// terms that hold from a later day, and why an account is locked. Additive: the version before this one ignores all of it, but
// does not ask admins for their second factor.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // 0: from when they were published, as every version before this was.
  await run(db, 'alter table terms add column starts_at {integer} not null default 0');
  await run(db, 'alter table "user" add column lock_reason text');
  await run(
    db,
    `alter table "user" add column must_change_password {integer} not null default 0
      constraint user_must_change_password check (must_change_password in (0, 1))`,
  );
  await createNotices(db);
  await createSecondFactors(db);
  await run(
    db,
    `create table reconciliation (
      currency text not null constraint reconciliation_pk primary key,
      -- in the chain's smallest units, as decimal text: 18 decimals do not fit into 64 bits
      on_chain_units text not null,
      in_custody_units text not null,
      in_transit_units text not null,
      confirming_units text not null,
      dust_units text not null,
      unexplained_units text not null,
      checked_at {integer} not null,
      -- since when nothing explains the difference; null while it is explained
      differs_since {integer}
    ) {strict}`,
  );
}

async function createNotices(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table notice (
      id text not null constraint notice_pk primary key,
      kind text not null,
      subject text not null,
      -- the figures of its cause, a JSON object
      details_json text not null,
      raised_at {integer} not null,
      resolved_at {integer}
    ) {strict}`,
  );
  await run(db, 'create unique index notice_open on notice (kind, subject) where resolved_at is null');
  await run(db, 'create index notice_time_idx on notice (raised_at, id)');
  await run(
    db,
    `create table notice_read (
      admin_id text not null constraint notice_read_admin references "user" (id),
      notice_id text not null constraint notice_read_notice references notice (id),
      read_at {integer} not null,
      constraint notice_read_pk primary key (admin_id, notice_id)
    ) {strict}`,
  );
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
      -- null until the first code was right: an enrolment that was not finished protects nothing
      confirmed_at {integer},
      -- the time step of the last code taken, so that none works twice
      last_step {integer} not null default 0,
      -- tries since the last code that was right; after some, none is looked at for a while
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
