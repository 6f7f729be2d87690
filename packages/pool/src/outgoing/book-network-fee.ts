import { fromChainUnits, type LedgerCurrency, type Network, toChainUnits } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { postTransfer } from '@glasspool/ledger';
import { custody, networkFees } from '../accounts.ts';
import type { Mined } from './follow.ts';

/** Books what the network took, rounded up to a micro-unit; what that is too much is noted as dust that the chain still holds. */
export async function bookNetworkFee(
  tx: Transaction,
  fee: { network: Network; txHash: string; outcome: Mined; now: number },
): Promise<void> {
  const { network, txHash, outcome, now } = fee;
  const { amountMicro, dustUnits } = roundUp(outcome.feeCurrency, outcome.feeUnits);
  await tx
    .insertInto('networkFee')
    .values({
      network,
      txHash,
      currency: outcome.feeCurrency,
      amountMicro,
      dustUnits,
      blockHeight: outcome.blockHeight,
      createdAt: now,
    })
    .execute();
  if (amountMicro === 0n) return;
  await postTransfer(tx, {
    reference: `network-fee/${network}/${txHash}`,
    kind: 'network-fee',
    createdAt: now,
    moves: [{ from: networkFees(outcome.feeCurrency), to: custody(outcome.feeCurrency), amountMicro }],
  });
}

function roundUp(currency: LedgerCurrency, units: bigint): { amountMicro: bigint; dustUnits: bigint } {
  const down = fromChainUnits(currency, units);
  if (down.dustUnits === 0n) return down;
  const amountMicro = down.amountMicro + 1n;
  return { amountMicro, dustUnits: toChainUnits(currency, amountMicro) - units };
}
