import { z } from 'zod';
import { MicroAmount, PageFields, PageMeta, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

export const ListPositionsInput = z.strictObject(PageFields).prefault({});
export const ListPositionsOutput = z.object({
  data: z.array(
    z.object({
      number: z.number().describe('Snapshot whose manifest has these figures.'),
      cutOffAt: Timestamp,
      currencies: z.array(
        z.object({
          currency: CurrencyField,
          held: MicroAmount.describe('Custody and in flight.'),
          owedToUsers: MicroAmount,
          rewardReserve: MicroAmount,
        }),
      ),
    }),
  ),
  meta: PageMeta,
});
