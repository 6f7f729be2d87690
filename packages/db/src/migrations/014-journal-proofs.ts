// Hashes of whole blocks of the public journal, from which short proofs are made, and who checked their part of a snapshot.
// Safe while the version before it runs.
import { type AnyDatabase, makeAppendOnly, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
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
