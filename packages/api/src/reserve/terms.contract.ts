import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

export const TermsView = z.object({
  version: z.number(),
  targetRatePpm: z.number(),
  termDays: z.number(),
  minimums: z.array(z.object({ currency: CurrencyField, minimum: MicroAmount })),
  referralRatesPpm: z.array(z.number()),
  publishedAt: Timestamp,
  startsAt: Timestamp,
});
export const ListTermsOutput = z.object({ terms: z.array(TermsView) });
