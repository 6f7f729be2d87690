import { z } from 'zod';
import { MicroAmount, PageFields, PageMeta, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

export const ListPayoutsInput = z.strictObject(PageFields).prefault({});
export const RewardRunView = z.object({
  id: z.string(),
  currency: CurrencyField,
  runAt: Timestamp,
  investments: z.number(),
  principal: MicroAmount,
  due: MicroAmount,
  paid: MicroAmount,
  referralPaid: MicroAmount.describe("The inviters' shares, paid besides out of the same reserve."),
  targetRatePpb: z.number().describe('Parts per billion of the principal.'),
  effectiveRatePpb: z.number(),
  reserveBefore: MicroAmount,
  reserveAfter: MicroAmount,
});
export const ListPayoutsOutput = z.object({ data: z.array(RewardRunView), meta: PageMeta });
