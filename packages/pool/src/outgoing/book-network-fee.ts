import type { Network } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { postNew } from '@glasspool/ledger';
import { addDust } from '../totals/index.ts';
import { changeNetworkFee, roundFee } from './change-network-fee.ts';
import { releaseFee } from './committed-fees.ts';
import type { Mined } from './follow.ts';

/**
 * Books what the network took, once per transaction, rounded up to a micro-unit; the excess is recorded as dust that the chain still holds.
 * One that is booked already may stand in another block now, which may take another fee.
 */
export async function bookNetworkFee(
  tx: Transaction,
  fee: { network: Network; subject: string; txHash: string; outcome: Mined; now: number },
): Promise<void> {
  const { network, subject, txHash, outcome, now } = fee;
  const taken = roundFee(outcome.feeCurrency, outcome.feeUnits);
  const { amountMicro, dustUnits } = taken;
  await releaseFee(tx, subject);
  const booked = await tx
    .insertInto('networkFee')
    .values({
      network,
      txHash,
      currency: outcome.feeCurrency,
      amountMicro,
      dustUnits,
      blockHeight: outcome.blockHeight,
      succeeded: Number(outcome.succeeded),
      createdAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('txHash')
    .executeTakeFirst();
  if (booked === undefined) {
    await recordBlock(tx, { network, txHash, outcome });
    return changeNetworkFee(tx, { network, txHash }, { taken, now });
  }
  await addDust(tx, { currency: outcome.feeCurrency, units: dustUnits });
  if (amountMicro === 0n) return;
  const { feeCurrency: currency } = outcome;
  await postNew(tx, transfers.payNetworkFee({ network, txHash, currency, amountMicro }), now);
}

/** Without it, a second reorganization that reaches the new block and not the old one would pass a payment by. */
async function recordBlock(
  tx: Transaction,
  { network, txHash, outcome }: { network: Network; txHash: string; outcome: Mined },
): Promise<void> {
  await tx
    .updateTable('networkFee')
    .set({ blockHeight: outcome.blockHeight, succeeded: Number(outcome.succeeded) })
    .where('network', '=', network)
    .where('txHash', '=', txHash)
    .execute();
}
