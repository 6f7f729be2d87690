import { z } from 'zod';
import { CurrencyField, MicroAmount, Timestamp } from '../common.contract.ts';

export const InvestInput = z.strictObject({ currency: CurrencyField });

export const InvestmentView = z.object({
  _id: z.string(),
  investedAmount: MicroAmount,
  currency: CurrencyField,
  /** Null once the last day of the term has been paid. */
  nextPayout: Timestamp.nullable(),
  unlocksAt: Timestamp,
  startedAt: Timestamp,
  rewardsPaid: MicroAmount,
  status: z.enum(['active', 'matured']),
});

export const InvestOutput = z.object({ investment: InvestmentView });
export const ListInvestmentsOutput = z.object({ investments: z.array(InvestmentView) });
