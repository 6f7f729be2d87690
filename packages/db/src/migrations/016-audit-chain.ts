// Digests that chain the lines of the audit log, so that a line that was changed, left out or slipped in shows. Additive: lines from
// before are chained when the next one is written.
import { type AnyDatabase, makeAppendOnly, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
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
