import { NETWORKS, WAITING_FOR } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, PageFields, PageMeta, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

export const ListTransactionsInput = z.strictObject(PageFields).prefault({});
export const ListPublicTransactionsInput = z
  .strictObject({
    ...PageFields,
    type: z.enum(['deposit', 'withdrawal'], { error: 'type is deposit or withdrawal.' }).optional(),
  })
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
  meta: PageMeta,
});
