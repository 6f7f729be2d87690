// Emails that accounts had before: snapshots of those days stand under them (docs/proof-of-solvency.md).
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table former_email (
      user_id text not null constraint former_email_user references "user" (id),
      email text not null,
      -- The last time, where an account has gone back to an email and left it again.
      replaced_at {integer} not null,
      constraint former_email_pk primary key (user_id, email)
    ) {strict}`,
  );
}
