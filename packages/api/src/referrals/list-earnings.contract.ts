import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

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
