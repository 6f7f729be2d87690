import {
  type Currency,
  createId,
  formatAmount,
  type InvestmentId,
  PoolError,
  type UserId,
} from '@glasspool/core';
import { lockBalances, postTransfer } from '@glasspool/ledger';
import { userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { findEarlierResult, keyOf, rememberKey } from '../idempotency/index.ts';
import { getCurrentTerms, openInvestment } from '../investments/index.ts';

export interface ReferralTransferRequest {
  readonly userId: UserId;
  readonly currency: Currency;
  readonly amountMicro: bigint;
  readonly destination: 'toWithdrawable' | 'toInvest';
  /** Made by the client, one a dialog: the same key with the same request moves money once. */
  readonly idempotencyKey?: string;
}

/**
 * Moves referral rewards to withdrawable, or into a new investment, for which the minimum applies (decisions.md 3).
 *
 * @throws PoolError IDEMPOTENCY_KEY_REUSED, NO_REFERRAL_BALANCE, REFERRAL_BALANCE_EXCEEDED, INVESTMENT_BELOW_MINIMUM
 */
export async function transferReferral(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'random' | 'events'>,
  request: ReferralTransferRequest,
): Promise<void> {
  const { userId, currency, amountMicro, destination, idempotencyKey } = request;
  const now = deps.clock.now();
  const key = keyOf({ userId, operation: 'referral-transfer', requestKey: idempotencyKey }, [
    currency,
    String(amountMicro),
    destination,
  ]);
  await deps.db.transaction(async (tx) => {
    const referral = userAccount(userId, 'referral', currency);
    const withdrawable = userAccount(userId, 'withdrawable', currency);
    const [availableMicro = 0n] = await lockBalances(tx, [
      referral,
      withdrawable,
      userAccount(userId, 'invested', currency),
    ]);
    if ((await findEarlierResult(tx, key)) !== undefined) return;
    assertAvailable(request, availableMicro);

    const id = createId('referralTransfer', deps);
    let investmentId: InvestmentId | null = null;
    if (destination === 'toInvest') {
      const terms = await getCurrentTerms(tx, deps.clock.now());
      ({ id: investmentId } = await openInvestment(tx, deps, {
        userId,
        currency,
        from: referral,
        amountMicro,
        terms,
      }));
    } else {
      await postTransfer(tx, {
        reference: `referral-transfer/${id}`,
        kind: 'referral-transfer',
        createdAt: now,
        moves: [{ from: referral, to: withdrawable, amountMicro }],
      });
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
