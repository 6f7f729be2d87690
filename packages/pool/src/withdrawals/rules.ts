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

export interface TreasuryFacts {
  readonly currency: Currency;
  readonly amountMicro: bigint;
  /** What the chain holds of what the ledger counts, less what is already signed to leave. */
  readonly heldMicro: bigint;
  /** All that is owed: to users, to the reserve, and to treasury withdrawals under way. */
  readonly owedMicro: bigint;
  /** What treasury withdrawals of this currency took since the UTC day began. */
  readonly todayMicro: bigint;
}

/**
 * Decides whether the operator may take an amount out of the treasury, and whether a second admin must agree (decisions.md 0.4
 * and 6): never so much that what is held is smaller than what is owed.
 *
 * @throws PoolError RESERVES_TOO_SMALL, naming both figures, TREASURY_DAILY_CAP
 */
export function planTreasuryWithdrawal(
  facts: TreasuryFacts,
  { reviewMicro, dailyCapMicro }: Pick<WithdrawalLimits, 'reviewMicro' | 'dailyCapMicro'>,
): { next: 'reviewing' | 'approved' } {
  const { currency, amountMicro, heldMicro, owedMicro, todayMicro } = facts;
  const freeMicro = heldMicro - owedMicro;
  if (amountMicro > freeMicro) {
    throw new PoolError('RESERVES_TOO_SMALL', {
      currency,
      held: formatAmount(heldMicro),
      owed: formatAmount(owedMicro),
      available: formatAmount(freeMicro > 0n ? freeMicro : 0n),
    });
  }
  if (todayMicro + amountMicro > dailyCapMicro) {
    const leftMicro = dailyCapMicro > todayMicro ? dailyCapMicro - todayMicro : 0n;
    throw new PoolError('TREASURY_DAILY_CAP', { currency, available: formatAmount(leftMicro) });
  }
  return { next: todayMicro + amountMicro > reviewMicro ? 'reviewing' : 'approved' };
}
