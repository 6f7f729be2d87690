// Snapshots of liabilities and reserves, and the order of the public journal (docs/proof-of-solvency.md).
import { type AnyDatabase, makeAppendOnly, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await createSnapshots(db);
  await createProofs(db);
  await createConfirmations(db);
}

async function createSnapshots(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table snapshot (
      number {integer} not null constraint snapshot_pk primary key,
      reason text not null,
      cut_off_at {integer} not null,
      leaf_count {integer} not null,
      journal_length {integer} not null,
      -- Roots of the full subtrees of the journal's log, from which it continues.
      journal_peaks text not null,
      -- Transfers up to this id are in the journal, except those listed as open because they were not committed yet.
      last_transfer_id {integer} not null,
      open_transfers text not null,
      user_count {integer} not null,
      manifest text not null,
      manifest_digest text not null,
      anchor_tx_hash text,
      anchored_at {integer},
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index snapshot_unanchored_idx on snapshot (number) where anchored_at is null');
  await run(db, 'create index snapshot_cut_off_idx on snapshot (cut_off_at)');
  await run(
    db,
    `create table journal_range (
      -- Each range is a run of journal rows with consecutive transfers.
      first_position {integer} not null constraint journal_range_pk primary key,
      first_transfer_id {integer} not null constraint journal_range_transfer references transfer (id),
      entries {integer} not null constraint journal_range_entries check (entries > 0),
      snapshot_number {integer} not null constraint journal_range_snapshot references snapshot (number)
    ) {strict}`,
  );
  await run(db, 'create index journal_range_snapshot_idx on journal_range (snapshot_number)');
  await makeAppendOnly(db, 'journal_range');
}

async function createProofs(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table journal_block (
      number {integer} not null constraint journal_block_pk primary key,
      digest text not null
    ) {strict}`,
  );
  await makeAppendOnly(db, 'journal_block');
  await run(
    db,
    `create table snapshot_check (
      snapshot_number {integer} not null constraint snapshot_check_snapshot references snapshot (number),
      user_id text not null constraint snapshot_check_user references "user" (id),
      checked_at {integer} not null,
      constraint snapshot_check_pk primary key (snapshot_number, user_id)
    ) {strict}`,
  );
  await makeAppendOnly(db, 'snapshot_check');
}

/** Signed confirmations of watchers: the newest of each key. */
async function createConfirmations(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table watcher_confirmation (
      public_key text not null constraint watcher_confirmation_pk primary key,
      snapshot_number {integer} not null constraint watcher_confirmation_snapshot references snapshot (number),
      manifest_digest text not null,
      checked_at {integer} not null,
      signature text not null,
      received_at {integer} not null
    ) {strict}`,
  );
}
