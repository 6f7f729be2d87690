// Signed confirmations of watchers: the newest of each key.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
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
