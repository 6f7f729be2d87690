import type { Network } from '@glasspool/core';
import type { SolvencyDeps } from './deps.ts';

/** More than a day of a busy pool has; who needs more takes a newer snapshot. */
const MOVEMENTS_MAX = 1_000;

/** A transaction that the pool signed. What it moves is for a node to say. */
interface Movement {
  readonly network: Network;
  readonly txHash: string;
}

/**
 * Transactions that were signed since a time, oldest first: what may explain that addresses hold less than a snapshot said. At most
 * 1,000.
 */
export async function listMovements(
  { db }: Pick<SolvencyDeps, 'db'>,
  { since }: { since: number },
): Promise<Movement[]> {
  return db.read
    .selectFrom('outgoingTransaction')
    .select(['network', 'txHash'])
    .where('createdAt', '>=', since)
    .orderBy('createdAt')
    .limit(MOVEMENTS_MAX)
    .execute();
}
