import type { Id } from '../../ids.ts';
import type { LedgerCurrency } from '../../money/currency.ts';
import { poolAccount } from '../chart.ts';
import type { Transfer } from '../transfer.ts';

/**
 * Booking of a difference between books and chain that nothing explains. `differenceMicro` is above zero when the chain holds more: it goes
 * to the operator's own funds; below zero it is an expense of the operator, who bears every shortage.
 */
export function correctBooks({
  id,
  currency,
  differenceMicro,
}: {
  id: Id<'correction'>;
  currency: LedgerCurrency;
  differenceMicro: bigint;
}): Transfer {
  const custody = poolAccount('chain/custody', currency);
  const isSurplus = differenceMicro > 0n;
  return {
    kind: isSurplus ? 'surplus-booking' : 'shortage-write-off',
    reference: `correction/${id}`,
    moves: [
      isSurplus
        ? { from: custody, to: poolAccount('pool/ownFunds', currency), amountMicro: differenceMicro }
        : { from: poolAccount('pool/networkFees', currency), to: custody, amountMicro: -differenceMicro },
    ],
  };
}
