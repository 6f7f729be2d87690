import type { ChainReader } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { hasBookedAbove } from '../outgoing/index.ts';
import { getStatus } from './scanner-status.ts';

/** Hash of a block as the scanner read it, if it is one that is kept: the last of a page. */
export async function findRememberedHash(
  db: Queryable,
  { network, height }: { network: Network; height: number },
): Promise<string | undefined> {
  const stored = await db
    .selectFrom('scannedBlock')
    .select('hash')
    .where('network', '=', network)
    .where('height', '=', height)
    .executeTakeFirst();
  return stored?.hash;
}

/** Returns true when the chain has the block of a height as the scanner read it, or the scanner keeps none of that height. */
export async function isOnChain(
  { db }: Pick<PoolDeps, 'db'>,
  chain: ChainReader,
  height: number,
): Promise<boolean> {
  const stored = await findRememberedHash(db.read, { network: chain.network, height });
  return stored === undefined || stored === (await chain.findBlock(height))?.hash;
}

/**
 * Returns true while the books are of the chain that the node has: the newest block that was read is there, no credited deposit has to be
 * looked at again, and every block is read in which something of ours was final.
 */
export async function isScanCurrent(
  deps: Pick<PoolDeps, 'db' | 'chains'>,
  network: Network,
): Promise<boolean> {
  const { scannedHeight, recheckFrom } = await getStatus(deps.db.read, network);
  if (recheckFrom !== null) return false;
  if (await hasBookedAbove(deps.db.read, { network, height: scannedHeight })) return false;
  return isOnChain(deps, deps.chains[network], scannedHeight);
}
