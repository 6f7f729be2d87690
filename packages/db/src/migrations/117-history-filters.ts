// The back office looks for transactions by currency, outcome, address and hash, and for the audit log of one subject.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // One for each currency, for a filter that names it: an index that begins with the currency would be taken for other questions too.
  for (const table of ['deposit', 'withdrawal', 'investment', 'referral_transfer', 'wallet_release'])
    for (const currency of ['USDT', 'TRX'])
      await run(
        db,
        `create index ${table}_${currency.toLowerCase()}_idx on ${table} (created_at, id) where currency = '${currency}'`,
      );
  await run(db, 'create index deposit_address_idx on deposit (address, created_at)');
  await run(db, 'create index withdrawal_address_idx on withdrawal (address, created_at)');
  await run(db, 'create index withdrawal_hash_idx on withdrawal (tx_hash) where tx_hash is not null');
  await run(
    db,
    "create index withdrawal_unpaid_idx on withdrawal (created_at, id) where state in ('rejected', 'cancelled', 'failed')",
  );
  await run(db, 'create index audit_log_subject_idx on audit_log (subject, id)');
}
