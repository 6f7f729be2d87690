// Blocks whose header did not prove that their transfers are complete (docs/chains.md), counted for each network. Safe while an older version runs:
// it counts none.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(db, 'alter table chain_status add column unproved_blocks {integer} not null default 0');
  await run(db, 'alter table chain_status add column unproved_at {integer}');
}
