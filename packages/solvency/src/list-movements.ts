import type { Network } from '@glasspool/core';
import type { SolvencyDeps } from './deps.ts';

/** More than a busy pool has in a day. A reader who needs more takes a newer snapshot. */
const MOVEMENTS_MAX = 1_000;

/** Transaction that the pool signed. A node says which amount it moves. */
interface Movement {
  readonly network: Network;
  readonly txHash: string;
}

/**
 * Lists the transactions that were signed since a time, oldest first, at most 1,000. They may explain why addresses hold less than a
 * snapshot says.
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
