// An admin may let a network go on with the nodes that answer (docs/chains.md). Safe while an older version runs, which goes on waiting for all.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(db, 'alter table chain_status add column nodes_differ_since {integer}');
  await run(db, 'alter table chain_status add column one_node_until {integer}');
}
