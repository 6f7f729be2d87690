import { z } from 'zod';
import { MicroAmount, Timestamp } from '../contract.ts';
import { CurrencyField, IdempotencyKey } from '../forms.ts';
import { TransferReferralForm } from './forms.ts';

export const ListEarningsOutput = z.object({
  data: z.array(
    z.object({
      userName: z.string(),
      level: z.number(),
      amount: MicroAmount,
      currency: CurrencyField,
      timestamp: Timestamp,
    }),
  ),
});

const ReferralView = z.object({
  userName: z.string(),
  staked: MicroAmount.describe('USDT at work.'),
  reward: MicroAmount.describe("USDT that this user's rewards have brought."),
  stakedTrx: MicroAmount,
  rewardTrx: MicroAmount,
});

export const ListReferralsOutput = z.object({
  referrals: z.object({
    level1: z.array(ReferralView),
    level2: z.array(ReferralView),
    level3: z.array(ReferralView),
  }),
  totalReferrals: z.number(),
  referralBalance: MicroAmount.describe('USDT; TRX beside it.'),
  referralBalanceTrx: MicroAmount,
});

export const TransferReferralInput = z.strictObject({
  ...TransferReferralForm.shape,
  termsVersion: z
    .number()
    .int()
    .positive()
    .optional()
    .describe(
      'Of an investment: version of the terms that was shown; the call is refused when another one is in force by now.',
    ),
  idempotencyKey: z.optional(IdempotencyKey),
});
export const TransferReferralOutput = z.object({ message: z.string() });
