import { REWARD_RUN_STATES } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, PageFields, PageMeta, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

export const ListPayoutsInput = z.strictObject(PageFields).prefault({});
export const RewardRunView = z.object({
  id: z.string(),
  currency: CurrencyField,
  termsVersion: z.number(),
  state: z.enum(REWARD_RUN_STATES).describe('Figures of a run that is not closed are those so far.'),
  runAt: Timestamp,
  investments: z.number(),
  principal: MicroAmount,
  due: MicroAmount,
  paid: MicroAmount,
  referralDue: MicroAmount.describe('Referral rewards before the cap.'),
  referralPaid: MicroAmount.describe("The inviters' shares, paid out of the same reserve."),
  sharePpb: z
    .number()
    .nullable()
    .describe(
      'Part of what was due that is paid, the same for every row, in parts per billion; null until it is fixed.',
    ),
  referralSharePpb: z.number().nullable().describe('Part of the referral rewards that the cap leaves.'),
  targetRatePpb: z.number().describe('Rate of the terms, in parts per billion of the principal.'),
  effectiveRatePpb: z.number().describe('The target times `sharePpb`; 0 until the share is fixed.'),
  reserveBefore: MicroAmount,
  reserveAfter: MicroAmount,
  root: z.string().nullable().describe('Root of all rows, in hex; null while the run is open.'),
});
export const ListPayoutsOutput = z.object({ data: z.array(RewardRunView), meta: PageMeta });
