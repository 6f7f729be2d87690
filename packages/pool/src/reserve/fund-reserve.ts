import { type Currency, createId, formatAmount, type LedgerCurrency, PoolError } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { getBalances, lockBalances, postTransfer } from '@glasspool/ledger';
import { networkFees, reserve, surplus } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';

/**
 * Moves a part of the operator's surplus into the reward reserve, where it stays (decisions.md 6).
 *
 * @throws PoolError SURPLUS_EXCEEDED when that much is not the operator's own.
 */
export async function fundReserve(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'random'>,
  request: { currency: Currency; amountMicro: bigint },
): Promise<void> {
  const { currency, amountMicro } = request;
  await deps.db.transaction(async (tx) => {
    const accounts = [surplus(currency), networkFees(currency), reserve(currency)];
    const [surplusMicro = 0n, feesMicro = 0n] = await lockBalances(tx, accounts);
    // Fees stand below zero: what the networks took is gone from the operator's own money.
    const freeMicro = surplusMicro + feesMicro;
    if (amountMicro > freeMicro) {
      throw new PoolError('SURPLUS_EXCEEDED', {
        currency,
        surplus: formatAmount(freeMicro),
        requested: formatAmount(amountMicro),
      });
    }
    await postTransfer(tx, {
      reference: `reserve-funding/${createId('funding', deps)}`,
      kind: 'reserve-funding',
      createdAt: deps.clock.now(),
      moves: [{ from: surplus(currency), to: reserve(currency), amountMicro }],
    });
  });
}

/** The operator's own money in a currency: the surplus, less what the networks took. */
export async function getFreeSurplus(db: Queryable, currency: LedgerCurrency): Promise<bigint> {
  const [surplusMicro = 0n, feesMicro = 0n] = await getBalances(db, [
    surplus(currency),
    networkFees(currency),
  ]);
  return surplusMicro + feesMicro;
}
