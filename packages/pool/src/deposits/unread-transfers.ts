import type { IncomingTransfer } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import { getStatus } from './scanner-status.ts';
import { findOwners } from './store-transfers.ts';

/** Maximum of blocks that one call reads. */
const BLOCKS_MAX = 500;

/** Transfer on the chain that the scanner has not read yet. */
export interface UnreadTransfer extends IncomingTransfer {
  /** True for a transfer from outside to one of our addresses: it becomes a deposit when the scanner reads it. */
  readonly isDeposit: boolean;
}

/** Returns the height up to which the scanner has read a chain. */
export async function readScannedHeight({ db }: Pick<PoolDeps, 'db'>, network: Network): Promise<number> {
  return (await getStatus(db.read, network)).scannedHeight;
}

/**
 * Transfers from or to our addresses in the blocks above a height, up to the newest block. Undefined when there are too many new blocks, or
 * when the chain changes meanwhile. Changes nothing.
 */
export async function readUnreadTransfers(
  { db, chains }: Pick<PoolDeps, 'db' | 'chains'>,
  { network, afterHeight }: { network: Network; afterHeight: number },
): Promise<readonly UnreadTransfer[] | undefined> {
  const { height } = await chains[network].getHead();
  if (height <= afterHeight) return [];
  if (height - afterHeight > BLOCKS_MAX) return undefined;
  const page = await chains[network].readBlocks({ from: afterHeight + 1, to: height }, (addresses) =>
    findOwners(db.read, addresses),
  );
  if (page === undefined) return undefined;
  const addresses = new Set(page.transfers.flatMap(({ from, to }) => [from, to]));
  const owners = await findOwners(db.read, [...addresses]);
  return page.transfers
    .filter(({ from, to }) => owners.has(from) || owners.has(to))
    .map((transfer) => ({ ...transfer, isDeposit: !owners.has(transfer.from) }));
}
