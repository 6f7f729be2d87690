import { ANCHOR_INDEX, type ChainReader, type ChainSigner, type IncomingTransfer } from '@glasspool/chains';
import { toChainUnits } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { DEPOSITED_MAX_MICRO } from './room.ts';

/** Chain that is scanned for transfers to the addresses of the pool. */
export type ScannedChain = ChainReader & Pick<ChainSigner, 'deriveAddress'>;

type Reason = 'too-large' | 'unmovable';
type Found = Pick<IncomingTransfer, 'txHash' | 'entry' | 'to' | 'units' | 'blockHeight'>;

/**
 * Returns the reason to keep a transfer to one of our addresses out of the books, or undefined. Either the amount is above the maximum of
 * an account, or the transfer went to the anchor address, whose key signs nothing but anchors (docs/books.md).
 */
export function findQuarantineReason(
  chain: ScannedChain,
  { to, units }: Pick<Found, 'to' | 'units'>,
): Reason | undefined {
  if (chain.network === 'BSC' && to === chain.deriveAddress(ANCHOR_INDEX)) return 'unmovable';
  return units > toChainUnits(chain.currency, DEPOSITED_MAX_MICRO) ? 'too-large' : undefined;
}

/** Keeps a transfer out of the books, under its number in them, and shows it to admins. */
export async function quarantine(
  tx: Transaction,
  deps: Pick<PoolDeps, 'clock'>,
  {
    chain,
    transfer,
    number,
    reason,
  }: {
    chain: Pick<ChainReader, 'network' | 'currency'>;
    transfer: Found;
    number: number;
    reason: Reason;
  },
): Promise<void> {
  const { txHash, entry, to, units, blockHeight } = transfer;
  await tx
    .insertInto('quarantinedTransfer')
    .values({
      network: chain.network,
      txHash,
      logIndex: number,
      entry,
      currency: chain.currency,
      address: to,
      units: String(units),
      blockHeight,
      reason,
      createdAt: deps.clock.now(),
    })
    .execute();
}
