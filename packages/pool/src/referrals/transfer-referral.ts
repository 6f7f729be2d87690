import {
  type Currency,
  createId,
  formatAmount,
  type InvestmentId,
  PoolError,
  type UserId,
} from '@glasspool/core';
import { transfers, userAccount } from '@glasspool/core/books';
import { findEarlierResult, rememberKey, toKey } from '@glasspool/db';
import { postNew } from '@glasspool/ledger';
import { lockSpendable } from '../balances/index.ts';
import type { PoolDeps } from '../deps.ts';
import { openInvestment } from '../investments/index.ts';

export interface ReferralTransferRequest {
  readonly userId: UserId;
  readonly currency: Currency;
  readonly amountMicro: bigint;
  readonly destination: 'toWithdrawable' | 'toInvest';
  /** Of an investment: version that the user was shown; newer terms are in force when it is not the current one. */
  readonly termsVersion?: number | undefined;
  /** Made by the client, one per dialog: the same key with the same request moves money once. */
  readonly idempotencyKey?: string;
}

/**
 * Moves referral rewards to withdrawable, or into a new investment, for which the minimum applies.
 *
 * @throws PoolError IDEMPOTENCY_KEY_REUSED, NO_REFERRAL_BALANCE, REFERRAL_BALANCE_EXCEEDED, TERMS_CHANGED, RECEIVABLE_OUTSTANDING,
 *   INVESTMENT_BELOW_MINIMUM
 */
export async function transferReferral(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'random' | 'events'>,
  request: ReferralTransferRequest,
): Promise<void> {
  const { userId, currency, amountMicro, destination, termsVersion, idempotencyKey } = request;
  const now = deps.clock.now();
  const key = toKey({ userId, operation: 'transfer-referral', idempotencyKey }, [
    currency,
    String(amountMicro),
    destination,
  ]);
  await deps.db.transaction(async (tx) => {
    const spendable = await lockSpendable(tx, {
      userId,
      currency,
      name: 'referral',
      also: [userAccount(userId, 'withdrawable', currency), userAccount(userId, 'invested', currency)],
    });
    if ((await findEarlierResult(tx, key)) !== undefined) return;
    assertAvailable(request, spendable.balanceMicro);

    const id = createId('referralTransfer', deps);
    let investmentId: InvestmentId | null = null;
    if (destination === 'toInvest') {
      ({ id: investmentId } = await openInvestment(tx, deps, {
        userId,
        currency,
        source: 'referral',
        spendable,
        amountMicro,
        termsVersion,
      }));
    } else {
      await postNew(tx, transfers.transferReferral({ id, userId, currency, amountMicro }), now);
    }
    await tx
      .insertInto('referralTransfer')
      .values({ id, userId, currency, amountMicro, investmentId, createdAt: now })
      .execute();
    await rememberKey(tx, key, { resultId: id, now });
    tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
  });
}

function assertAvailable({ currency, amountMicro }: ReferralTransferRequest, availableMicro: bigint): void {
  if (availableMicro <= 0n) throw new PoolError('NO_REFERRAL_BALANCE');
  if (amountMicro <= availableMicro) return;
  throw new PoolError('REFERRAL_BALANCE_EXCEEDED', { currency, available: formatAmount(availableMicro) });
}
