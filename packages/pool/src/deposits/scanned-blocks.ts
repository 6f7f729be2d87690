import type { ChainReader } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { getStatus } from './scanner-status.ts';

/** Hash of the block that the scanner read at a height. Only the last block of each page is remembered; undefined for all others. */
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

/** Returns true when the chain still has the block that the scanner read at a height, or when no block of that height is remembered. */
export async function isOnChain(
  { db }: Pick<PoolDeps, 'db'>,
  chain: ChainReader,
  height: number,
): Promise<boolean> {
  const stored = await findRememberedHash(db.read, { network: chain.network, height });
  return stored === undefined || stored === (await chain.findBlock(height))?.hash;
}

/**
 * Returns true while the books follow the chain that the node has. The newest scanned block is on that chain, and no credited deposit
 * waits for a new check.
 */
export async function isScanCurrent(
  deps: Pick<PoolDeps, 'db' | 'chains'>,
  network: Network,
): Promise<boolean> {
  const { scannedHeight, recheckFrom } = await getStatus(deps.db.read, network);
  if (recheckFrom !== null) return false;
  return isOnChain(deps, deps.chains[network], scannedHeight);
}
