import { type Currency, formatAmount, PoolError, rewardDueAt, type Terms, unlocksAt } from '@glasspool/core';

export interface InvestmentPlan {
  readonly principalMicro: bigint;
  readonly termsVersion: number;
  readonly nextRewardAt: number;
  readonly unlocksAt: number;
}

/**
 * Decides what investing the whole wallet balance makes (decisions.md 3).
 *
 * @throws PoolError NOTHING_TO_INVEST, INVESTMENT_BELOW_MINIMUM
 */
export function planInvestment(request: {
  currency: Currency;
  walletMicro: bigint;
  terms: Terms;
  now: number;
}): InvestmentPlan {
  const { currency, walletMicro, terms, now } = request;
  if (walletMicro <= 0n) throw new PoolError('NOTHING_TO_INVEST', { currency });
  const minimumMicro = terms.minimumMicro[currency];
  if (walletMicro < minimumMicro) {
    throw new PoolError('INVESTMENT_BELOW_MINIMUM', {
      currency,
      minimum: formatAmount(minimumMicro),
      available: formatAmount(walletMicro),
    });
  }
  return {
    principalMicro: walletMicro,
    termsVersion: terms.version,
    nextRewardAt: rewardDueAt(now, 1),
    unlocksAt: unlocksAt(now, terms.termDays),
  };
}
