// The newest closed run of each reserve is shown beside its target rate.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    "create index reward_run_last_idx on reward_run (currency, terms_version, run_at) where state = 'closed'",
  );
}
