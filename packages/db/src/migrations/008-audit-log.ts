// Who did what in the back office (decisions.md 6). Additive. Nothing that happened before is filled in: it was not written down.
import { type AnyDatabase, makeAppendOnly, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table audit_log (
      id {identity},
      admin_id text not null constraint audit_log_admin references "user" (id),
      action text not null,
      subject text not null,
      before_json text not null,
      after_json text not null,
      from_address text not null,
      request_id text not null,
      created_at {integer} not null
    ) {strict}`,
  );
  await run(db, 'create index audit_log_action_idx on audit_log (action, id)');
  await run(db, 'create index audit_log_admin_idx on audit_log (admin_id, id)');
  await makeAppendOnly(db, 'audit_log');
}
