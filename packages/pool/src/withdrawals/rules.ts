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
  /** What this user, and the whole pool, asked for since the UTC day began. */
  readonly userTodayMicro: bigint;
  readonly poolTodayMicro: bigint;
}

export interface WithdrawalPlan {
  readonly feeMicro: bigint;
  readonly heldMicro: bigint;
  readonly next: 'reviewing' | 'approved';
}

/**
 * Decides whether a withdrawal may be made, what is held for it, and whether an admin must look at it (decisions.md 5).
 *
 * @throws PoolError WITHDRAWAL_BELOW_MINIMUM, INSUFFICIENT_BALANCE, POOL_DAILY_CAP
 */
export function planWithdrawal(facts: WithdrawalFacts, limits: WithdrawalLimits): WithdrawalPlan {
  const { currency, amountMicro, availableMicro } = facts;
  const heldMicro = amountMicro + limits.feeMicro;
  if (amountMicro < limits.minimumMicro) {
    throw new PoolError('WITHDRAWAL_BELOW_MINIMUM', { currency, minimum: formatAmount(limits.minimumMicro) });
  }
  if (heldMicro > availableMicro) {
    const mostMicro = availableMicro > limits.feeMicro ? availableMicro - limits.feeMicro : 0n;
    throw new PoolError('INSUFFICIENT_BALANCE', { currency, available: formatAmount(mostMicro) });
  }
  if (facts.poolTodayMicro + amountMicro > limits.dailyCapMicro)
    throw new PoolError('POOL_DAILY_CAP', { currency });
  const next = facts.userTodayMicro + amountMicro > limits.reviewMicro ? 'reviewing' : 'approved';
  return { feeMicro: limits.feeMicro, heldMicro, next };
}
