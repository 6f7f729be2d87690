// A transaction that a chain takes into another block, after it has replaced the one that had it: the height of its fee follows it, and nothing else
// of a fee ever changes (packages/pool/src/outgoing/book-network-fee.ts). A payment that the new blocks do not carry out goes back to its payer, by a
// kind of transfer of its own (docs/books.md).
import { type AnyDatabase, isSqlite, run } from './helpers.ts';

const FIXED = 'network, tx_hash, currency, amount_micro, dust_units, created_at';
const KINDS: readonly [kind: string, users: string, debits: readonly string[], credit: string][] = [
  ['withdrawal-reversal', '1', ['chain/custody', 'pool/ownFunds'], 'user/withdrawable'],
  ['operator-withdrawal-reversal', '0', ['chain/custody'], 'pool/ownFunds'],
];

export async function up(db: AnyDatabase): Promise<void> {
  await addReversals(db);
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

async function addReversals(db: AnyDatabase): Promise<void> {
  await run(db, "insert into withdrawal_transition values ('confirmed', 'failed')");
  for (const [kind, users, debits, credit] of KINDS) {
    await run(db, `insert into transfer_kind values ('${kind}', '${users}')`);
    for (const debit of debits) await run(db, `insert into posting_rule values ('${kind}', '${debit}', -1)`);
    await run(db, `insert into posting_rule values ('${kind}', '${credit}', 1)`);
  }
}
