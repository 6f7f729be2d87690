// What a user wants to be told by mail (decisions.md 7). Additive: the version before this one ignores the columns.
// On a million users the defaults are kept in the table's definition, so nothing is rewritten.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `alter table "user" add column email_alerts {integer} not null default 1
      constraint user_email_alerts check (email_alerts in (0, 1))`,
  );
  await run(
    db,
    `alter table "user" add column marketing_emails {integer} not null default 0
      constraint user_marketing_emails check (marketing_emails in (0, 1))`,
  );
}
