import type { Network } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/** Final blocks that may be unread: the scanner and what signs run beside each other. */
const UNREAD_BLOCKS_MAX = 20;

/**
 * Whether the scanner has read what is final, and nothing that was credited is in doubt. Before that nothing is signed: an unread
 * block may hold a payment that the database does not know of (decisions.md 5, safe mode).
 */
export async function isCaughtUp(deps: Pick<PoolDeps, 'db' | 'chains'>, network: Network): Promise<boolean> {
  const { finalizedHeight } = await deps.chains[network].getHead();
  const status = await deps.db.read
    .selectFrom('chainStatus')
    .select(['scannedHeight', 'recheckFrom'])
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  return status.recheckFrom === null && finalizedHeight - status.scannedHeight <= UNREAD_BLOCKS_MAX;
}
