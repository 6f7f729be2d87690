// Locks between processes, settings that survive a restart, and the back office.
import { type AnyDatabase, isSqlite, makeAppendOnly, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await createShared(db);
  await createTotals(db);
  await createAuditLog(db);
  await createNotices(db);
  await createReconciliation(db);
  await createCorrections(db);
}

async function createShared(db: AnyDatabase): Promise<void> {
  // The token is part of a key, so that a row lock on PostgreSQL (for key share) holds up a change of it and nothing else.
  await run(
    db,
    `create table worker_lease (
      worker text not null constraint worker_lease_pk primary key,
      holder text not null,
      token {integer} not null,
      expires_at {integer} not null,
      constraint worker_lease_token unique (worker, token)
    ) {strict}`,
  );
  await run(
    db,
    `create table idempotency_key (
      user_id text not null constraint idempotency_key_user references "user" (id),
      operation text not null,
      key text not null,
      request_hash text not null,
      result_id text not null,
      created_at {integer} not null,
      constraint idempotency_key_pk primary key (user_id, operation, key)
    ) {strict}`,
  );
  await run(db, 'create index idempotency_key_time_idx on idempotency_key (created_at)');
  await run(
    db,
    `create table counter (
      name text not null constraint counter_pk primary key,
      value {integer} not null
    ) {strict}`,
  );
  await run(
    db,
    `create table setting (
      name text not null constraint setting_pk primary key,
      value text not null
    ) {strict}`,
  );
  // Rate limits only: PostgreSQL need not write them to its log.
  await run(
    db,
    `create ${isSqlite(db) ? '' : 'unlogged'} table rate_limit (
      key text not null constraint rate_limit_pk primary key,
      points integer not null default 0,
      expire {integer}
    ) {strict}`,
  );
}

/** Totals per day (UTC), written in the same transactions as the rows they sum. */
async function createTotals(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table daily_total (
      kind text not null constraint daily_total_kind
        check (kind in ('deposit', 'withdrawal', 'investment', 'maturity', 'reward', 'funding', 'request', 'operator-request')),
      currency text not null constraint daily_total_currency check (currency in ('USDT', 'TRX')),
      -- Days since 1970-01-01 UTC.
      day {integer} not null,
      amount_micro {integer} not null,
      entries {integer} not null constraint daily_total_entries check (entries > 0),
      constraint daily_total_pk primary key (kind, currency, day)
    ) {strict}`,
  );
}

async function createAuditLog(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table audit_log (
      id {identity},
      admin_id text not null constraint audit_log_admin references "user" (id),
      action text not null,
      subject text not null,
      before_json text not null,
      after_json text not null,
      ip_address text not null,
      request_id text not null,
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index audit_log_action_idx on audit_log (action, id)');
  await run(db, 'create index audit_log_admin_idx on audit_log (admin_id, id)');
  await run(db, 'create index audit_log_subject_idx on audit_log (subject, id)');
  await makeAppendOnly(db, 'audit_log');
  await run(
    db,
    `create table audit_link (
      position {integer} not null constraint audit_link_pk primary key,
      line_id {integer} not null constraint audit_link_line references audit_log (id),
      digest text not null,
      constraint audit_link_line_once unique (line_id)
    ) {strict}`,
  );
  await makeAppendOnly(db, 'audit_link');
}

async function createNotices(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table notice (
      id text not null constraint notice_pk primary key,
      kind text not null,
      subject text not null,
      -- JSON object with the figures of the cause.
      details_json text not null,
      raised_at {integer} not null,
      resolved_at {integer}
    ) {strict}`,
  );
  await run(db, 'create unique index notice_open on notice (kind, subject) where resolved_at is null');
  await run(db, 'create index notice_resolved_idx on notice (raised_at, id) where resolved_at is not null');
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

async function createReconciliation(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table reconciliation (
      currency text not null constraint reconciliation_pk primary key,
      -- In the chain's smallest units, as decimal text: 18 decimals do not fit into 64 bits.
      on_chain_units text not null,
      in_custody_units text not null,
      in_flight_units text not null,
      confirming_units text not null,
      dust_units text not null,
      quarantined_units text not null,
      unexplained_units text not null,
      checked_at {integer} not null,
      -- Start of an unexplained difference; null while there is none.
      differs_since {integer}
    ) {strict}`,
  );
  await run(
    db,
    `create table dust (
      currency text not null constraint dust_pk primary key,
      -- In the chain's smallest units, as decimal text.
      units text not null
    ) {strict}`,
  );
  await run(
    db,
    `create table stray_balance (
      currency text not null,
      address text not null,
      units text not null,
      constraint stray_balance_pk primary key (currency, address)
    ) {strict}`,
  );
}

/** Differences between books and chain that were booked: two admins, a reason, and a public transfer. */
async function createCorrections(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table book_correction (
      id text not null constraint book_correction_pk primary key,
      currency text not null constraint book_correction_currency check (currency in ('USDT', 'TRX', 'BNB')),
      -- Difference in the chain's smallest units; below zero when the chain holds less than the books say.
      units text not null,
      reason text not null,
      state text not null constraint book_correction_state check (state in ('open', 'booked', 'rejected')),
      proposed_by text not null constraint book_correction_admin references "user" (id),
      decided_by text constraint book_correction_decider references "user" (id),
      -- Part below a micro-unit that the books took over; 0 until the correction is booked.
      dust_units {integer} not null default 0 constraint book_correction_dust check (dust_units >= 0),
      created_at {integer} not null,
      decided_at {integer},
      constraint book_correction_second_admin check (state <> 'booked' or decided_by <> proposed_by)
    ) {strict}`,
  );
  await run(
    db,
    "create unique index book_correction_one_open on book_correction (currency) where state = 'open'",
  );
}
