// Day on which a withdrawal counts for the daily cap of its currency: that of its approval, and not that of a request that waits for a
// review. Before, one request in review used up the cap of everyone. Safe while an older version runs: what it requests has no value here,
// and counts on the day of its request, as it does there.
import { type AnyDatabase, run } from './helpers.ts';

const DAY_MS = 86_400_000;
const WAITS = "source = 'user' and state = 'reviewing'";

export async function up(db: AnyDatabase): Promise<void> {
  await run(db, 'alter table withdrawal add column counted_at {integer}');
  const waiting = `from withdrawal where ${WAITS} and withdrawal.currency = daily_total.currency
    and withdrawal.created_at / ${DAY_MS} = daily_total.day`;
  await run(
    db,
    `update daily_total set amount_micro = amount_micro - (select sum(amount_micro) ${waiting})
     where kind = 'request' and exists (select 1 ${waiting})`,
  );
  // Zero: it counts on no day yet.
  await run(db, `update withdrawal set counted_at = 0 where ${WAITS}`);
}
