// A transaction that a chain takes into another block, after it has replaced the one that had it: the height of its fee follows it, and nothing else
// of its row ever changes (packages/pool/src/outgoing/book-network-fee.ts). A fee that is another one there is changed by a row beside it, and a payment
// that the new blocks do not carry out goes back to its payer, each by a kind of transfer of its own (docs/books.md).
import { type AnyDatabase, isSqlite, makeAppendOnly, run } from './helpers.ts';

const FIXED = 'network, tx_hash, currency, amount_micro, dust_units, created_at';
const KINDS: readonly [kind: string, users: string, debits: readonly string[], credits: readonly string[]][] =
  [
    ['withdrawal-reversal', '1', ['chain/custody', 'pool/ownFunds'], ['user/withdrawable']],
    ['operator-withdrawal-reversal', '0', ['chain/custody'], ['pool/ownFunds']],
    ['network-fee-change', '0', ['pool/networkFees', 'chain/custody'], ['pool/networkFees', 'chain/custody']],
  ];

export async function up(db: AnyDatabase): Promise<void> {
  await addKinds(db);
  await createFeeChanges(db);
  if (isSqlite(db)) {
    await run(db, 'drop trigger network_fee_no_update');
    await run(
      db,
      `create trigger network_fee_no_update before update of ${FIXED} on network_fee
       begin select raise(abort, 'network_fee is append-only'); end`,
    );
    return;
  }
  await run(db, 'drop trigger network_fee_append_only on network_fee');
  await run(
    db,
    `create trigger network_fee_append_only before update of ${FIXED} or delete or truncate on network_fee
     for each statement execute function network_fee_append_only()`,
  );
}

async function addKinds(db: AnyDatabase): Promise<void> {
  await run(db, "insert into withdrawal_transition values ('confirmed', 'failed')");
  for (const [kind, users, debits, credits] of KINDS) {
    await run(db, `insert into transfer_kind values ('${kind}', '${users}')`);
    for (const name of debits) await run(db, `insert into posting_rule values ('${kind}', '${name}', -1)`);
    for (const name of credits) await run(db, `insert into posting_rule values ('${kind}', '${name}', 1)`);
  }
}

async function createFeeChanges(db: AnyDatabase): Promise<void> {
  await run(
    db,
    `create table network_fee_change (
      id {identity},
      network text not null,
      tx_hash text not null,
      currency text not null,
      -- What the chain takes more than before; below zero where it takes less, or nothing any more.
      amount_micro {integer} not null,
      dust_units {integer} not null,
      created_at {integer} not null,
      constraint network_fee_change_some check (amount_micro <> 0 or dust_units <> 0),
      constraint network_fee_change_fee foreign key (network, tx_hash) references network_fee (network, tx_hash)
    ) {strict}`,
  );
  await run(db, 'create index network_fee_change_fee_idx on network_fee_change (network, tx_hash)');
  await makeAppendOnly(db, 'network_fee_change');
}
