import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { recordHalt } from './halt.ts';
import { reviewUnsigned } from './review-unsigned.ts';

/**
 * Switches payouts off because chain or signed log have what the database does not: it is an older copy, or someone else uses the keys.
 * A reason that is known already changes nothing.
 */
export async function haltAsOlderCopy(
  tx: Transaction,
  deps: Pick<PoolDeps, 'events'>,
  reason: string,
): Promise<void> {
  if ((await recordHalt(tx, reason)) !== 'unchanged') await reviewUnsigned(tx, deps);
}
