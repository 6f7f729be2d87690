// A payout waits for a comparison of books and chain that began after it was asked for (docs/withdrawals.md). Safe while an older version runs: what
// it asks for waits for the first comparison.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // Number of the last comparison that had begun when it was asked for.
  await run(db, 'alter table withdrawal add column compare_after {integer} not null default 0');
  // Shortage over which an admin resumed payouts, in the chain's smallest units, as decimal text.
  await run(db, "alter table reconciliation add column accepted_units text not null default '0'");
}
