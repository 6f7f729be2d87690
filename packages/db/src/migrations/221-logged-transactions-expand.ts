// Hashes of the lines that signed.log has: a log that lost lines is told from one that never had them. Safe while an older version runs: what it
// logs meanwhile is added by the next start of this one.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    'create table logged_transaction (tx_hash text not null constraint logged_transaction_pk primary key) {strict}',
  );
}
