import type { Network } from '@glasspool/core';
import { mustWaitForClock } from '../clock-guard/index.ts';
import type { PoolDeps } from '../deps.ts';
import { isAnythingReopened } from './rows.ts';

/** Final blocks that may be unread on a chain with nonces: the scanner and what signs run side by side. */
const UNREAD_BLOCKS_MAX = 20;

/** Reason why nothing can be signed on a network. */
export type SigningObstacle = 'unread-blocks' | 'reorganization' | 'start' | 'reopened' | 'clock';

/**
 * Returns the reason not to sign on a network, or null. An unread block may hold a payment that the database does not know of; on a
 * chain without nonces not one final block may be unread, and after a start what was signed before must have expired; what a
 * restore took over, and what stood in blocks that were replaced, must be decided first.
 */
export async function findSigningObstacle(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'clock' | 'signingGate'>,
  network: Network,
): Promise<SigningObstacle | null> {
  const chain = deps.chains[network];
  const head = await chain.getHead();
  const { finalizedHeight } = head;
  const { scannedHeight, recheckFrom } = await deps.db.read
    .selectFrom('chainStatus')
    .select(['scannedHeight', 'recheckFrom'])
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  if (recheckFrom !== null) return 'reorganization';
  const unreadMax = chain.signedForMs === null ? UNREAD_BLOCKS_MAX : 0;
  if (!head.isAgreed || finalizedHeight - scannedHeight > unreadMax) return 'unread-blocks';
  if (!deps.signingGate.isOpen(network, { ...head, scannedHeight })) return 'start';
  if (await isAnythingReopened(deps.db.read, network)) return 'reopened';
  return (await mustWaitForClock(deps)) ? 'clock' : null;
}
