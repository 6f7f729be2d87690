// What the chains do wrong: a node that is behind, and deposits that a reorganization took back after they were final
// (decisions.md 4). Safe while the version before it runs.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(db, 'alter table chain_status add column head_time {integer} not null default 0');
  // since when the node is seen to be behind; null while it is not
  await run(db, 'alter table chain_status add column behind_since {integer}');
  // above this height credited deposits are looked at again, after final blocks were replaced; null otherwise
  await run(db, 'alter table chain_status add column recheck_from {integer}');
  // set once the chain took a credited deposit back
  await run(db, 'alter table deposit add column reversed_at {integer}');
  // how often that happened, so that each time has a reference of its own
  await run(db, 'alter table deposit add column reversals {integer} not null default 0');
  await run(
    db,
    'create index deposit_reversed_idx on deposit (network, block_height) where reversed_at is not null',
  );
}
