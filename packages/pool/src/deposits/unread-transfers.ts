import type { IncomingTransfer } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import { getStatus } from './scanner-status.ts';
import { findOwners } from './store-transfers.ts';

/** Blocks that one look takes. */
const BLOCKS_MAX = 500;

/** Transfer that the chain has and no scanner has read. */
export interface UnreadTransfer extends IncomingTransfer {
  /** True where it comes from outside to an address of ours: a deposit, once it is read. */
  readonly isDeposit: boolean;
}

/** Height up to which a chain was read. */
export async function readScannedHeight({ db }: Pick<PoolDeps, 'db'>, network: Network): Promise<number> {
  return (await getStatus(db.read, network)).scannedHeight;
}

/**
 * Transfers from or to our addresses in the blocks after a height, up to the newest one. Undefined where they cannot be told: too many blocks
 * came since, or the chain changes meanwhile. Changes nothing.
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
