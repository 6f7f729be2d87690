// Time from which a withdrawal allowlist that its owner turned off restricts nothing any more: a day later, which the owner has to see the
// mail and turn it on again. Safe while an older version runs: it takes the list for on until it turns it off at once, as it did.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(db, 'alter table "user" add column allowlist_off_at {integer}');
}
