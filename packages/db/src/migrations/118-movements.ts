// Verifiers ask what left the pool's addresses since a snapshot.
import { type AnyDatabase, run } from './helpers.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await run(db, 'create index outgoing_transaction_created_idx on outgoing_transaction (created_at)');
}
