// The next addresses of a sweep are read in their order, however many wait.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(db, 'drop index sweep_item_open_idx');
  await run(
    db,
    "create index sweep_item_open_idx on sweep_item (network, state, derivation_index) where state in ('waiting', 'topping-up', 'moving') or returns_gas = 1",
  );
}
