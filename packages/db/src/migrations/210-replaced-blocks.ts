// Index of heights: after a chain has replaced blocks, it finds what the pool sent in them (packages/pool/src/outgoing/adopted.ts).
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(db, 'create index network_fee_height_idx on network_fee (block_height)');
}
