import { AmountString } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../contract.ts';
import { CurrencyField } from '../forms.ts';

export const InvestInput = z.strictObject({
  currency: CurrencyField,
  amount: z.optional(AmountString).describe('The whole balance when left out.'),
  from: z
    .enum(['wallet', 'withdrawable'], { error: 'Invest from wallet or withdrawable.' })
    .optional()
    .describe('Deposits in the wallet when left out; withdrawable reinvests unlocked principal and rewards.'),
  termsVersion: z
    .number()
    .int()
    .positive()
    .optional()
    .describe(
      'Version of the terms that was shown; the call is refused when another one is in force by now.',
    ),
});

export const InvestmentView = z.object({
  _id: z.string(),
  investedAmount: MicroAmount,
  currency: CurrencyField,
  termsVersion: z.number().describe('Terms that it was made under; it is rewarded from their reserve only.'),
  nextPayout: Timestamp.nullable().describe('Null once the last day of the term has been paid.'),
  unlocksAt: Timestamp,
  startedAt: Timestamp,
  rewardsPaid: MicroAmount,
  status: z.enum(['active', 'matured']),
  isPaused: z
    .boolean()
    .describe(
      'Whether days pass without a reward, because the network reversed the deposit that it was made of.',
    ),
});

export const ReleaseWalletInput = z.strictObject({
  currency: CurrencyField,
  amount: z.optional(AmountString).describe('The whole wallet when left out.'),
});
export const ReleaseWalletOutput = z.object({ released: MicroAmount });

export const InvestOutput = z.object({ investment: InvestmentView });
export const ListInvestmentsOutput = z.object({ investments: z.array(InvestmentView) });
