import type { Investment } from '@glasspool/pool/investments';
import type { z } from 'zod';
import type { InvestmentView } from './invest.contract.ts';

/** An investment with the field names of the specification. */
export function presentInvestment(investment: Investment): z.infer<typeof InvestmentView> {
  return {
    _id: investment.id,
    investedAmount: investment.principalMicro,
    currency: investment.currency,
    termsVersion: investment.termsVersion,
    nextPayout: investment.nextRewardAt,
    unlocksAt: investment.unlocksAt,
    startedAt: investment.createdAt,
    rewardsPaid: investment.rewardedMicro,
    status: investment.state,
    isPaused: investment.pausedAt !== null && investment.resumedAt === null,
  };
}
