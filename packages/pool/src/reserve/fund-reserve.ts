import {
  type Currency,
  createId,
  formatAmount,
  type LedgerCurrency,
  PoolError,
  type UserId,
} from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { getBalances, lockBalances, postTransfer } from '@glasspool/ledger';
import { networkFees, reserve, surplus } from '../accounts.ts';
import { recordAdminAction } from '../audit/index.ts';
import type { CallOrigin, PoolDeps } from '../deps.ts';
import { recordDailyTotal } from '../totals/index.ts';

/**
 * Moves a part of the operator's surplus into the reward reserve, where it stays (decisions.md 6).
 *
 * @throws PoolError SURPLUS_EXCEEDED when that much is not the operator's own.
 */
export async function fundReserve(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random'>,
  request: { currency: Currency; amountMicro: bigint; admin?: { adminId: UserId; origin: CallOrigin } },
): Promise<void> {
  const { currency, amountMicro, admin } = request;
  const fundingId = createId('funding', deps);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const accounts = [surplus(currency), networkFees(currency), reserve(currency)];
    const [surplusMicro = 0n, feesMicro = 0n, reserveMicro = 0n] = await lockBalances(tx, accounts);
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
      reference: `reserve-funding/${fundingId}`,
      kind: 'reserve-funding',
      createdAt: now,
      moves: [{ from: surplus(currency), to: reserve(currency), amountMicro }],
    });
    await recordDailyTotal(tx, { kind: 'reserve-funding', currency, amountMicro, at: now });
    if (admin !== undefined) {
      await recordAdminAction(tx, deps, {
        ...admin,
        action: 'reserve.fund',
        subject: fundingId,
        before: { currency, reserve: formatAmount(reserveMicro) },
        after: { currency, reserve: formatAmount(reserveMicro + amountMicro) },
      });
    }
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
