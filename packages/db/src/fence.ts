import type { Transaction } from './transaction.ts';

/** A lease as its holder has it. The token is the fencing token: higher than that of every holder before. */
export interface Fence {
  readonly worker: string;
  readonly holder: string;
  readonly token: number;
}

/** The lease that the work ran under has another holder by now. Nothing of the transaction was written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor({ worker }: Fence) {
    super(`Another process has taken over ${worker}. Nothing was written.`);
  }
}

/**
 * Makes sure, for as long as the transaction is open, that a lease is still its holder's. On PostgreSQL the row is locked against a change
 * of its token, which another holder would make, and not against a renewal. SQLite has one writer at a time.
 *
 * @throws LeaseLostError
 */
export async function assertLeased(tx: Transaction, fence: Fence): Promise<void> {
  const lease = tx
    .selectFrom('workerLease')
    .select('token')
    .where('worker', '=', fence.worker)
    .where('token', '=', fence.token)
    .where('holder', '=', fence.holder);
  const held = await (tx.dialectName === 'postgres' ? lease.forKeyShare() : lease).executeTakeFirst();
  if (held === undefined) throw new LeaseLostError(fence);
}
