// A transaction that a chain takes into another block, after it has replaced the one that had it: the height of its fee follows it, and nothing else
// of a fee ever changes (packages/pool/src/outgoing/book-network-fee.ts). A payment that the new blocks do not carry out is known as lost, and not
// sent again after a later reorganization (packages/pool/src/recovery/follow-adopted.ts).
import { type AnyDatabase, isSqlite, run } from './helpers.ts';

const FIXED = 'network, tx_hash, currency, amount_micro, dust_units, created_at';

export async function up(db: AnyDatabase): Promise<void> {
  await run(db, 'alter table withdrawal add column lost_at {integer}');
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
