// A deposit is credited once the balance of its address explains it (packages/pool/src/deposits/explain-deposits.ts). For that the books
// know whether a final transaction of ours moved anything, and what left an address of ours without having been signed here.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(
    db,
    'alter table network_fee add column succeeded {integer} not null default 1 constraint network_fee_succeeded check (succeeded in (0, 1))',
  );
  // Of a sweep with several attempts (its subject ends with '/1' to '/6') one moved the tokens: the one that its item names.
  await run(
    db,
    `update network_fee set succeeded = 0 where exists (
       select 1 from outgoing_transaction
       join sweep_item on sweep_item.id = substr(outgoing_transaction.subject, 1, length(outgoing_transaction.subject) - 2)
       where outgoing_transaction.tx_hash = network_fee.tx_hash
         and outgoing_transaction.sender = sweep_item.address
         and sweep_item.tx_hash is not null and sweep_item.tx_hash <> network_fee.tx_hash)`,
  );
  await run(db, 'create index outgoing_transaction_sender_idx on outgoing_transaction (sender)');
  await run(
    db,
    `create table outside_transfer (
      network text not null constraint outside_transfer_network check (network in ('BSC', 'TRON')),
      tx_hash text not null,
      log_index {integer} not null,
      address text not null constraint outside_transfer_wallet references wallet (address),
      -- In the chain's smallest units, as decimal text: it may not fit into 64 bits.
      units text not null,
      block_height {integer} not null,
      constraint outside_transfer_pk primary key (network, tx_hash, log_index)
    ) {strict}`,
  );
  await run(db, 'create index outside_transfer_address_idx on outside_transfer (address)');
  await run(db, 'create index outside_transfer_height_idx on outside_transfer (network, block_height)');
  await run(db, 'create index quarantined_transfer_address_idx on quarantined_transfer (address)');
  await run(db, "create index sweep_item_moving_address_idx on sweep_item (address) where state = 'moving'");
  // The cause for which a deposit in a final block is not credited, and since when.
  await run(
    db,
    "alter table deposit add column blocked_by text constraint deposit_blocked_by check (blocked_by in ('chain', 'balance', 'room'))",
  );
  await run(db, 'alter table deposit add column blocked_since {integer}');
  await run(
    db,
    'create index deposit_blocked_idx on deposit (blocked_since) where blocked_since is not null',
  );
}
