import { ANCHOR_INDEX, type ChainReader, type ChainSigner, type IncomingTransfer } from '@glasspool/chains';
import { toChainUnits } from '@glasspool/core';
import { AMOUNT_MAX_MICRO, poolAccount } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { lockBalances } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';

/** Chain that is scanned for transfers to the addresses of the pool. */
export type ScannedChain = ChainReader & Pick<ChainSigner, 'deriveAddress'>;

type Reason = 'too-large' | 'unmovable';
type Found = Pick<IncomingTransfer, 'txHash' | 'logIndex' | 'to' | 'units' | 'blockHeight'>;

/**
 * Returns the reason to keep a transfer to one of our addresses out of the books, or undefined: no account could hold it, or it went
 * to the anchor address, whose key signs nothing but anchors (docs/books.md).
 */
export function findQuarantineReason(
  chain: ScannedChain,
  { to, units }: Pick<Found, 'to' | 'units'>,
): Reason | undefined {
  if (chain.network === 'BSC' && to === chain.deriveAddress(ANCHOR_INDEX)) return 'unmovable';
  return units > toChainUnits(chain.currency, AMOUNT_MAX_MICRO) ? 'too-large' : undefined;
}

/** Returns true when an amount would overflow custody. Locks custody. */
export async function exceedsCustody(
  tx: Transaction,
  { currency, amountMicro }: { currency: ChainReader['currency']; amountMicro: bigint },
): Promise<boolean> {
  const [custodyMicro = 0n] = await lockBalances(tx, [poolAccount('chain/custody', currency)]);
  return amountMicro - custodyMicro > AMOUNT_MAX_MICRO;
}

/** Keeps a transfer out of the books, and shows it to admins. A reorganization may show it again in another block. */
export async function quarantine(
  tx: Transaction,
  deps: Pick<PoolDeps, 'clock'>,
  {
    chain,
    transfer,
    reason,
  }: { chain: Pick<ChainReader, 'network' | 'currency'>; transfer: Found; reason: Reason },
): Promise<void> {
  const { txHash, logIndex, to, units, blockHeight } = transfer;
  await tx
    .insertInto('quarantinedTransfer')
    .values({
      network: chain.network,
      txHash,
      logIndex,
      currency: chain.currency,
      address: to,
      units: String(units),
      blockHeight,
      reason,
      createdAt: deps.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['network', 'txHash', 'logIndex']).doUpdateSet({ blockHeight }),
    )
    .execute();
}
