import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

export const InvestInput = z.strictObject({
  currency: CurrencyField,
  termsVersion: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('The version of the terms that was shown; the call is refused when another holds by now.'),
});

export const InvestmentView = z.object({
  _id: z.string(),
  investedAmount: MicroAmount,
  currency: CurrencyField,
  nextPayout: Timestamp.nullable().describe('Null once the last day of the term has been paid.'),
  unlocksAt: Timestamp,
  startedAt: Timestamp,
  rewardsPaid: MicroAmount,
  status: z.enum(['active', 'matured']),
});

export const InvestOutput = z.object({ investment: InvestmentView });
export const ListInvestmentsOutput = z.object({ investments: z.array(InvestmentView) });
