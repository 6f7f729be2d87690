import { NETWORKS, WAITING_FOR } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { FeedFields, FeedMeta, isWithinReach, OUT_OF_REACH } from '../feed.contract.ts';

export const ListTransactionsInput = z
  .strictObject(FeedFields)
  .refine(isWithinReach, OUT_OF_REACH)
  .prefault({});
export const ListPublicTransactionsInput = z
  .strictObject({
    ...FeedFields,
    type: z.enum(['deposit', 'withdrawal'], { error: 'type is deposit or withdrawal.' }).optional(),
  })
  .refine(isWithinReach, OUT_OF_REACH)
  .prefault({});

export const ListTransactionsOutput = z.object({
  data: z.array(
    z.object({
      _id: z.string(),
      type: z.string(),
      amount: MicroAmount,
      currency: CurrencyField,
      txHash: z.string().nullable(),
      to: z.string().nullable(),
      network: z.enum(NETWORKS),
      timestamp: Timestamp,
      status: z.string(),
      reason: z.string().nullable(),
      waitingFor: z.enum(WAITING_FOR).nullable().describe('What an approved withdrawal waits for.'),
    }),
  ),
  meta: FeedMeta,
});
