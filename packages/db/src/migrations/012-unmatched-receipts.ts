// Receipts that match nobody until an admin says whose they are, transactions that cannot be read, chains that call no block final,
// and what is left over from the fees of a sweep (decisions.md 4 and 6). Safe while the version before it runs.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // who sent it, as the chain says; null for what was found before
  await run(db, 'alter table deposit add column sender text');
  // set once an admin has said whose it is
  await run(db, 'alter table deposit add column attributed_at {integer}');
  await run(db, 'create index deposit_unmatched_idx on deposit (created_at, id) where user_id is null');
  // what the scanner passed over, because its form is not known
  await run(
    db,
    `create table unreadable_transaction (
      network text not null,
      tx_hash text not null,
      block_height {integer} not null,
      created_at {integer} not null,
      constraint unreadable_transaction_pk primary key (network, tx_hash)
    ) {strict}`,
  );
  // since when a chain calls no new block final; null while it does
  await run(db, 'alter table chain_status add column finality_stalled_since {integer}');
  // 1 while coins left over from a fee are still to be taken back
  await run(db, 'alter table sweep_item add column returns_gas {integer} not null default 0');
}
