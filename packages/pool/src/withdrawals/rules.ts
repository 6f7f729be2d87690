import { type Currency, formatAmount, PoolError } from '@glasspool/core';

export interface WithdrawalLimits {
  readonly minimumMicro: bigint;
  readonly feeMicro: bigint;
  /** Above this sum a day and user an admin approves. */
  readonly reviewMicro: bigint;
  /** The most that may leave the pool on one day. */
  readonly dailyCapMicro: bigint;
}

export interface WithdrawalFacts {
  readonly currency: Currency;
  readonly amountMicro: bigint;
  readonly availableMicro: bigint;
  /** Sums since the UTC day began: requested by this user, and approved in the whole pool. */
  readonly userTodayMicro: bigint;
  readonly poolTodayMicro: bigint;
}

export interface WithdrawalPlan {
  readonly feeMicro: bigint;
  readonly onHoldMicro: bigint;
  readonly next: 'reviewing' | 'approved';
}

/**
 * Decides whether a withdrawal may be made, what goes on hold for it, and whether an admin must review it.
 *
 * @throws PoolError WITHDRAWAL_BELOW_MINIMUM, INSUFFICIENT_BALANCE, POOL_DAILY_CAP
 */
export function planWithdrawal(facts: WithdrawalFacts, limits: WithdrawalLimits): WithdrawalPlan {
  const { currency, amountMicro, availableMicro } = facts;
  const onHoldMicro = amountMicro + limits.feeMicro;
  if (amountMicro < limits.minimumMicro) {
    throw new PoolError('WITHDRAWAL_BELOW_MINIMUM', { currency, minimum: formatAmount(limits.minimumMicro) });
  }
  if (onHoldMicro > availableMicro) {
    const mostMicro = availableMicro > limits.feeMicro ? availableMicro - limits.feeMicro : 0n;
    throw new PoolError('INSUFFICIENT_BALANCE', { currency, available: formatAmount(mostMicro) });
  }
  const next = facts.userTodayMicro + amountMicro > limits.reviewMicro ? 'reviewing' : 'approved';
  // One that waits for a review counts on the day of its approval. More than a whole day's cap can be approved on none.
  const countedMicro = next === 'reviewing' ? 0n : facts.poolTodayMicro;
  assertWithinDailyCap({ currency, poolTodayMicro: countedMicro + amountMicro }, limits);
  return { feeMicro: limits.feeMicro, onHoldMicro, next };
}

/**
 * Holds the sum of a day, with the withdrawal that is being requested, against the pool's daily cap.
 *
 * @throws PoolError POOL_DAILY_CAP
 */
export function assertWithinDailyCap(
  { currency, poolTodayMicro }: Pick<WithdrawalFacts, 'currency' | 'poolTodayMicro'>,
  { dailyCapMicro }: Pick<WithdrawalLimits, 'dailyCapMicro'>,
): void {
  if (poolTodayMicro > dailyCapMicro) throw new PoolError('POOL_DAILY_CAP', { currency });
}

/** Inputs of the rule for the operator's withdrawals. Amounts in micro-units. */
export interface OperatorFacts {
  readonly currency: Currency;
  readonly amountMicro: bigint;
  /** Custody, in flight and what users owe and have, less what the chain was found not to hold. */
  readonly assetsMicro: bigint;
  /** Owed to users, reserved for rewards, being withdrawn by the operator, and fees that open payouts may cost. */
  readonly claimsMicro: bigint;
  /** Operator withdrawals of this currency since the UTC day began. */
  readonly todayMicro: bigint;
}

/**
 * Decides whether the operator may take an amount out of the hot wallet, and whether a second admin must agree: never so much that
 * assets are smaller than the claims on them.
 *
 * @throws PoolError RESERVES_TOO_SMALL, naming both figures, OPERATOR_DAILY_CAP
 */
export function planOperatorWithdrawal(
  facts: OperatorFacts,
  { reviewMicro, dailyCapMicro }: Pick<WithdrawalLimits, 'reviewMicro' | 'dailyCapMicro'>,
): { next: 'reviewing' | 'approved' } {
  const { currency, amountMicro, assetsMicro, claimsMicro, todayMicro } = facts;
  const freeMicro = assetsMicro - claimsMicro;
  if (amountMicro > freeMicro) {
    throw new PoolError('RESERVES_TOO_SMALL', {
      currency,
      assets: formatAmount(assetsMicro),
      claims: formatAmount(claimsMicro),
      available: formatAmount(freeMicro > 0n ? freeMicro : 0n),
    });
  }
  if (todayMicro + amountMicro > dailyCapMicro) {
    const leftMicro = dailyCapMicro > todayMicro ? dailyCapMicro - todayMicro : 0n;
    throw new PoolError('OPERATOR_DAILY_CAP', { currency, available: formatAmount(leftMicro) });
  }
  return { next: todayMicro + amountMicro > reviewMicro ? 'reviewing' : 'approved' };
}
