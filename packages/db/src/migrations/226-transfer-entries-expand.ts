// Names of transfers that every node gives alike (docs/chains.md), and transactions that are read once more. Safe while an older version runs: it
// leaves the names out, and rows without one are matched by what they moved.
import { type AnyDatabase, run } from './helpers.ts';

const TABLES = [
  ['deposit', 'amount_micro, dust_units'],
  ['quarantined_transfer', 'units'],
  ['outside_transfer', 'units'],
] as const;

export async function up(db: AnyDatabase): Promise<void> {
  for (const [table, amount] of TABLES) {
    await run(db, `alter table ${table} add column entry text`);
    // On TRON, 0 was the place of what a transaction itself moves, and of nothing else.
    await run(db, `update ${table} set entry = 'transfer' where network = 'TRON' and log_index = 0`);
    // A transaction that is carried out again in another block may move something else under the same name.
    await run(
      db,
      `create unique index ${table}_entry_idx on ${table} (network, tx_hash, entry, address, ${amount}) where entry is not null`,
    );
  }
  await run(db, 'create index deposit_unnamed_idx on deposit (network, tx_hash) where entry is null');
  await run(
    db,
    `create table reread_transaction (
      network text not null constraint reread_transaction_network check (network in ('BSC', 'TRON')),
      tx_hash text not null,
      added_at {integer} not null,
      -- 0 until it was asked for.
      asked_at {integer} not null default 0,
      -- 1 where the chain has it, and a row of the books matches no transfer in it.
      unmatched {integer} not null default 0 constraint reread_transaction_unmatched check (unmatched in (0, 1)),
      constraint reread_transaction_pk primary key (network, tx_hash)
    ) {strict}`,
  );
  await run(
    db,
    'create index reread_transaction_unmatched_idx on reread_transaction (tx_hash) where unmatched = 1',
  );
  await run(
    db,
    'create index reread_transaction_asked_idx on reread_transaction (network, asked_at, tx_hash)',
  );
}
