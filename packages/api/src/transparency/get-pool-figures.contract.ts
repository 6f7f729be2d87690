import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

export const GetPoolFiguresOutput = z.object({
  network: z.enum(['local', 'testnet']),
  terms: z.object({
    version: z.number(),
    targetRatePpm: z.number(),
    termDays: z.number(),
    minimums: z.array(z.object({ currency: CurrencyField, minimum: MicroAmount })),
    publishedAt: Timestamp,
  }),
  currencies: z.array(
    z.object({
      currency: CurrencyField,
      held: MicroAmount,
      missing: MicroAmount.describe(
        'What the chain was found to hold less than the books say; it is not in `held`.',
      ),
      owed: MicroAmount,
      invested: MicroAmount,
      reserve: MicroAmount,
      surplus: MicroAmount,
      inTransit: MicroAmount,
      runwayTenthDays: z.number().nullable().describe('Tenths of a day; null while nothing is invested.'),
    }),
  ),
  /** How the node of each chain is. */
  chains: z.array(
    z.object({
      network: z.enum(['BSC', 'TRON']),
      state: z.enum(['ok', 'slow', 'down']),
      since: Timestamp.nullable().describe('Since when it is not ok; null while it is.'),
      finalityStalledSince: Timestamp.nullable().describe(
        'Since when the chain calls no new block final; null while it does.',
      ),
    }),
  ),
  now: Timestamp.describe("The server's time, for countdowns."),
});
