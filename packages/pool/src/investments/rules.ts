import { type Currency, formatAmount, PoolError, rewardDueAt, type Terms, unlocksAt } from '@glasspool/core';

export interface InvestmentPlan {
  readonly principalMicro: bigint;
  readonly termsVersion: number;
  readonly nextRewardAt: number;
  readonly unlocksAt: number;
}

/**
 * Decides what an investment is made of: the amount asked for, or all that is available (docs/books.md).
 *
 * @throws PoolError NOTHING_TO_INVEST, INVESTMENT_EXCEEDS_BALANCE, INVESTMENT_BELOW_MINIMUM
 */
export function planInvestment(request: {
  currency: Currency;
  availableMicro: bigint;
  amountMicro: bigint;
  terms: Terms;
  now: number;
}): InvestmentPlan {
  const { currency, availableMicro, amountMicro, terms, now } = request;
  if (availableMicro <= 0n) throw new PoolError('NOTHING_TO_INVEST', { currency });
  if (amountMicro > availableMicro)
    throw new PoolError('INVESTMENT_EXCEEDS_BALANCE', { currency, available: formatAmount(availableMicro) });
  const minimumMicro = terms.minimumMicro[currency];
  if (amountMicro < minimumMicro) {
    throw new PoolError('INVESTMENT_BELOW_MINIMUM', {
      currency,
      minimum: formatAmount(minimumMicro),
      available: formatAmount(availableMicro),
    });
  }
  return {
    principalMicro: amountMicro,
    termsVersion: terms.version,
    nextRewardAt: rewardDueAt(now, 1),
    unlocksAt: unlocksAt(now, terms.termDays),
  };
}
